"""The catalogues of translated sentences: collects what is to translate, and checks what was translated."""
