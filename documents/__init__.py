"""Supporting documents: reads, stores, marks and serves them. Knows neither assessment nor scoring."""
