"""What a phone needs to go on without a network: the service worker, its pages, the app to install."""
