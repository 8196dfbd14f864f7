"""Every sentence that explains a result, a problem or a rule. Codes come in, words go out."""
