// The demo exchange.
