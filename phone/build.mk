# The targets of phones that go on without a server.

run: export BUILDS_PROGRAM := 1

phone: $(VENV)/installed ## Build what phones take along, so that they work without a network (needs Node 20)
	@$(BIN)/python -m phone.build

site: $(VENV)/installed ## Write Deadwood as static files for any host, without a server, in build/site (needs Node 20)
	@$(BIN)/python -m phone.site

requirements: requirements-of-phones

requirements-of-phones:
	cd phone && $(PIN) requirements.in -o requirements.txt
	cd phone && $(PIN) --python-version 3.14 requirements-tests.in -o requirements-tests.txt

.PHONY: phone site requirements-of-phones
