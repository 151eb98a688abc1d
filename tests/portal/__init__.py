"""The portal, over HTTP and its services, on real servers."""
