"""The proof: the engine compared with a counter of its own, for every hand there is (``make prove``)."""
