"""What the host of a server needs: health checks, logs, metrics, proxies, host names."""
