"""The pages that import."""

from flask import Blueprint

imports = Blueprint("imports", __name__)
