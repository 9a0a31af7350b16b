"""A fake of a GraphQL endpoint for quotes: partial data, errors inside HTTP 200, and lists that one symbol makes null."""

import json
import time

from fake_polled import FakePolled


class FakeGraphQL(FakePolled):
    name = "graphql"
    symbols = ["ABC", "DEF"]
    first_price = "14.77"
    unknown = "NOPE"

    def __init__(self):
        # What one wrong symbol does: void the whole list, or only its own place.
        self.poison = None
        self.poisoned_word = "Cannot return null for non-nullable field"
        self.nulls = set()
        self.absent = set()
        self.field_nulls = set()
        super().__init__()
        self.products = {
            "ABC": {"price": 14.77, "prevClose": 14.5, "longname": "Abc Inc", "currency": "CAD"},
            "DEF": {"price": 101.5, "prevClose": 100, "longname": "Def Ltd", "currency": "CAD"},
        }
        for index in range(40):
            self.products[f"S{index}"] = {"price": 10 + index, "prevClose": 10, "longname": f"Share {index}", "currency": "CAD"}

    @property
    def arguments(self):
        return "--source graphql"

    @property
    def env(self):
        return {"QUOTES_KEY": self.key}

    def settings(self, **more):
        """The block of the settings that describes this endpoint."""
        return {
            "endpoint": f"http://127.0.0.1:{self.port}/graphql",
            "query": "query Quotes($s: [String]) { getQuoteForSymbols(symbols: $s) { symbol longname price } }",
            "variables": {"s": "$symbols"},
            "headers": {"Authorization": "Bearer ${QUOTES_KEY}"},
            "list": "/data/getQuoteForSymbols",
            "fields": {"symbol": "/symbol", "name": "/longname", "currency": "/currency", "price": "/price",
                       "previous_close": "/prevClose", "time": "/info/time"},
            "time": "ms", "chunk": 4, "period": "2s", "name": "TMX", **more}

    def symbols_of(self, request):
        return json.loads(request.body)["variables"]["s"] if request.body else []

    def answer(self, request):
        if request.headers.get("Authorization") != f"Bearer {self.key}":
            return 200, {}, json.dumps({"data": None, "errors": [{
                "message": "not logged in", "extensions": {"code": "UNAUTHENTICATED"}}]})
        return super().answer(request)

    def content(self, request):
        symbols = self.symbols_of(request)
        if self.poison in symbols:
            return {"data": {"getQuoteForSymbols": None}, "errors": [
                {"message": self.poisoned_word, "path": ["getQuoteForSymbols", symbols.index(self.poison), "price"]}]}
        items, errors = [], []
        for index, symbol in enumerate(symbols):
            if symbol in self.absent or (symbol not in self.products and symbol not in self.nulls):
                continue
            if symbol in self.nulls:
                items.append(None)
                errors.append({"message": f"no quote for {symbol}", "path": ["getQuoteForSymbols", index]})
                continue
            kept = {**self.products[symbol], "symbol": symbol, "info": {"time": int(time.time() * 1000)}}
            if symbol in self.field_nulls:
                kept["price"] = None
                errors.append({"message": "timeout", "path": ["getQuoteForSymbols", index, "price"]})
            items.append(kept)
        content = {"data": {"getQuoteForSymbols": items}}
        if errors:
            content["errors"] = errors
        return content
