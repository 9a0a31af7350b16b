"""A fake of Coinbase Exchange's market data: the ticker and heartbeat channels, /products and /currencies."""

import asyncio
import json
import time

from fake_venue import FakeVenue, now, product


class FakeCoinbase(FakeVenue):
    name = "coinbase"
    # What plays the part of BTC-USD, ETH-EUR and a third in the tests that every source takes.
    symbols = ["BTC-USD", "ETH-EUR", "SOL-USD"]
    unknown = "NOPE-USD"

    def __init__(self):
        super().__init__()
        self.products = {
            "BTC-USD": product("64000.01", "63000.00", name="Bitcoin"),
            "ETH-EUR": product("3100.5", "3000.00", name="Ether"),
            "SOL-USD": product("150.25", "151.00", name="Solana"),
            "PEPE-USD": product("0.00000871", "0.00000800", name="Pepe", increment="0.00000001"),
        }
        self.trade = 100
        # How long a connection may go without a subscribe.
        self.patience = 5.0
        # The last trade that heartbeats name; the venue was seen to say 0 always.
        self.last_trade_id = 0
        # Whether the refusal says which product it was.
        self.names_culprit = True
        # Products that say nothing more, though they are subscribed.
        self.muted = set()

    def ticker(self, symbol, **fields):
        kept = self.products[symbol]
        self.trade += 1
        return {"type": "ticker", "sequence": 70_000 + 7 * self.trade, "product_id": symbol, "price": kept["price"],
                "open_24h": kept["open"], "volume_24h": "94381.28", "low_24h": kept["low"], "high_24h": kept["high"],
                "volume_30d": "1", "best_bid": kept["price"], "best_bid_size": "1", "best_ask": kept["price"],
                "best_ask_size": "2", "side": "buy", "time": now(), "trade_id": self.trade, "last_size": "0.04", **fields}

    async def greet(self, client):
        async def cut():
            await asyncio.sleep(self.patience)
            if not client.subscribed and not client.others:
                await client.socket.close(1000, "")
        client.cut = asyncio.ensure_future(cut())

    async def obey(self, client, command):
        channels = {}
        for channel in command["channels"]:
            channels[channel["name"]] = channel["product_ids"]
        asked = {product for products in channels.values() for product in products}
        wrong = sorted(asked - set(self.products))
        if command["type"] == "subscribe" and wrong:
            # One wrong product voids the whole command.
            reason = f"{wrong[0] if self.names_culprit else ''} is not a valid product"
            return await self._send(client, {"type": "error", "message": "Failed to subscribe", "reason": reason})
        if command["type"] == "subscribe":
            client.subscribed |= set(channels.get("ticker", []))
            client.others |= set(channels.get("heartbeat", []))
        else:
            client.subscribed -= set(channels.get("ticker", []))
            client.others -= set(channels.get("heartbeat", []))
        if self.acknowledges:
            await self._send(client, {"type": "subscriptions", "channels": [
                {"name": "ticker", "product_ids": sorted(client.subscribed), "account_ids": None},
                {"name": "heartbeat", "product_ids": sorted(client.others), "account_ids": None}]})
        if command["type"] == "subscribe":
            for symbol in channels.get("ticker", []):
                if self._delivers(symbol):
                    await self._send(client, self.ticker(symbol))

    async def beat(self, client):
        for symbol in sorted(client.others - self.muted):
            await self._send(client, {"type": "heartbeat", "sequence": 90, "last_trade_id": self.last_trade_id,
                                      "product_id": symbol, "time": now()})

    def rest(self, path):
        if path == "/currencies":
            return json.dumps([{"id": symbol.split("-")[0], "name": kept["name"], "status": "online"}
                               for symbol, kept in self.products.items()])
        if path != "/products":
            return None
        products = []
        for symbol, kept in self.products.items():
            base, quote = symbol.split("-")
            products.append({
                "id": symbol, "base_currency": base, "quote_currency": quote, "quote_increment": kept["increment"],
                "base_increment": "0.00000001", "display_name": f"{base}/{quote}", "min_market_funds": "1",
                "margin_enabled": False, "post_only": False, "limit_only": False, "cancel_only": False,
                "status": kept.get("status", "online"), "status_message": None, "fx_stablecoin": False,
                "trading_disabled": kept.get("disabled", False), "auction_mode": False, "high_bid_limit_percentage": ""})
        return json.dumps(products)


if __name__ == "__main__":
    venue = FakeCoinbase()
    print(venue.arguments, flush=True)
    step = 0
    while True:
        time.sleep(0.5)
        step += 1
        venue.tick("BTC-USD", f"{64000 + step % 7}.{step % 100:02}")
