"""What a release is made of, beside the app: the requirements of the wheel."""
