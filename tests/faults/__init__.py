"""The whole installation of docker-compose.yml as plain processes, and what goes wrong in it; at full size in tests/proof."""
