"""A fake of Kraken's WebSocket interface, version 2: ticker, status and heartbeat, and the list of pairs."""

import json

from fake_venue import FakeVenue, now, product


class FakeKraken(FakeVenue):
    name = "kraken"
    ws_path = "/v2"
    symbols = ["BTC/USD", "ETH/EUR", "SOL/USD"]
    unknown = "NOPE/USD"

    def __init__(self):
        super().__init__()
        self.products = {
            "BTC/USD": product("64000.1", "63000.1", name="BTC / USD", increment="0.1"),
            "ETH/EUR": product("3100.50", "3000.50", name="ETH / EUR"),
            "SOL/USD": product("150.25", "151.25", name="SOL / USD"),
            "PEPE/USD": product("8.71e-06", "8.00E-6", name="PEPE / USD", increment="0.00000001"),
        }
        self.system = "online"
        self.names_culprit = True
        self.says_time = True

    def ticker(self, symbol, type="update", **fields):
        kept = self.products[symbol]
        values = {"symbol": json.dumps(symbol), "bid": kept["price"], "bid_qty": "2.5", "ask": kept["price"],
                  "ask_qty": "3.2", "last": kept["price"], "volume": "163.2", "vwap": kept["price"], "low": kept["low"],
                  "high": kept["high"], "change": change(kept["price"], kept["open"]), "change_pct": "0.24"}
        if self.says_time:
            values["timestamp"] = json.dumps(now())
        # Numbers stand as they are written: no library of ours gets to round them.
        values.update(fields)
        data = ",".join(f'"{name}":{value}' for name, value in values.items())
        return f'{{"channel":"ticker","type":"{type}","data":[{{{data}}}]}}'

    async def greet(self, client):
        await self.say_status(client)

    async def say_status(self, client):
        # The number of the connection is beyond 64 bits with a sign.
        await self._send(client, '{"channel":"status","type":"update","data":[{"version":"2.0.9","system":"%s",'
                                 '"api_version":"v2","connection_id":14545728493745856413}]}' % self.system)

    async def obey(self, client, command):
        method = command["method"]
        if method == "ping":
            return await self._send(client, {"method": "pong", "req_id": command.get("req_id"), "time_in": now(),
                                             "time_out": now()})
        request = command.get("req_id")
        for symbol in command["params"]["symbol"]:
            stamps = {"time_in": now(), "time_out": now(), "req_id": request}
            if symbol not in self.products:
                named = {"symbol": symbol} if self.names_culprit else {}
                text = f"Currency pair not supported {symbol}" if self.names_culprit else "Currency pair not supported"
                await self._send(client, {"error": text, "method": method, "success": False, **named, **stamps})
                if not self.names_culprit:
                    return
                continue
            if method == "subscribe" and symbol in client.subscribed:
                await self._send(client, {"error": f"Already subscribed to ticker {symbol}", "method": method,
                                          "success": False, "symbol": symbol, **stamps})
                continue
            if method == "subscribe":
                client.subscribed.add(symbol)
            else:
                client.subscribed.discard(symbol)
            if self.acknowledges:
                await self._send(client, {"method": method, "result": {
                    "channel": "ticker", "event_trigger": "trades", "snapshot": True, "symbol": symbol},
                    "success": True, **stamps})
            if method == "subscribe" and self._delivers(symbol):
                await self._send(client, self.ticker(symbol, type="snapshot"))

    async def beat(self, client):
        if client.subscribed:
            await self._send(client, {"channel": "heartbeat"})

    def rest(self, path):
        if not path.startswith("/0/public/AssetPairs"):
            return None
        pairs = {}
        for symbol, kept in self.products.items():
            base, quote = symbol.split("/")
            old = {"BTC": "XBT", "DOGE": "XDG"}.get(base, base)
            decimals = len(kept["increment"].split(".")[1])
            pairs[f"X{old}Z{quote}"] = {"altname": old + quote, "wsname": f"{old}/{quote}", "base": f"X{old}",
                                        "quote": f"Z{quote}", "pair_decimals": decimals, "tick_size": kept["increment"],
                                        "status": kept.get("status", "online"), "fees": [[0, 0.4]]}
        return json.dumps({"error": [], "result": pairs})


def change(price, reference):
    """The difference of two texts, exactly."""
    from decimal import Decimal
    return format(Decimal(price) - Decimal(reference), "f")
