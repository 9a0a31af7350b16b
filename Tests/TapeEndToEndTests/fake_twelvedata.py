"""A fake of Twelve Data: quotes in batches that cost a credit a symbol, errors inside HTTP 200, and the states of markets."""

import time
import urllib.parse

from fake_polled import FakePolled


def quote(close, previous, name, currency="USD", is_open=True, mic="XNGS", **more):
    """What is known of an instrument; prices are texts."""
    return {"close": close, "previous_close": previous, "name": name, "currency": currency, "is_open": is_open, "mic": mic,
            "age": 0, "fields": {}, **more}


class FakeTwelveData(FakePolled):
    name = "twelvedata"
    symbols = ["AAPL", "MSFT"]
    first_price = "182.63"
    unknown = "NOPE"

    def __init__(self):
        # A plan of 377 credits a minute has no daily limit; the free one has 8 and 800.
        self.per_minute = 377
        self.says_credits = True
        self.errors = {}
        self.credits = []
        self.to_open = "15:29:47"
        super().__init__()
        self.products = {
            "AAPL": quote("182.63000", "180.78000", "Apple Inc."), "MSFT": quote("414.50000", "415.00000", "Microsoft Corp"),
            "BRK.B": quote("420.12000", "419.00000", "Berkshire Hathaway", mic="XNYS"),
            "EUR/USD": quote("1.08345", "1.08100", "Euro / US Dollar", mic=None),
            "BARC:LSE": quote("212.35001", "210.00000", "Barclays PLC", currency="GBp", mic="XLON"),
        }
        for index in range(40):
            self.products[f"S{index}"] = quote("10.00000", "9.00000", f"Share {index}")

    @property
    def arguments(self):
        return f"--source twelvedata --rest http://127.0.0.1:{self.port}"

    @property
    def env(self):
        return {"TWELVE_DATA_API_KEY": self.key}

    def fails_whole(self, code, message, status=200):
        """Lets every answer be that error."""
        import json
        self.status = status
        self.body = json.dumps({"code": code, "message": message, "status": "error"})

    def heals(self):
        self.status, self.body, self.headers = 200, None, {}

    def symbols_of(self, request):
        url = urllib.parse.urlsplit(request.path)
        if url.path != "/quote":
            return []
        return urllib.parse.parse_qs(url.query)["symbol"][0].split(",")

    def answer(self, request):
        symbols = self.symbols_of(request)
        cost = len(symbols) or 1
        now = time.monotonic()
        used = sum(amount for moment, amount in self.credits if now - moment < 60)
        if request.headers.get("Authorization") != f"apikey {self.key}":
            return 401, {}, '{"code":401,"message":"apikey parameter is incorrect or not specified.","status":"error"}'
        if self.status == 200 and self.body is None:
            if used + cost > self.per_minute:
                return 200, {}, ('{"code":429,"message":"You have run out of API credits for the current minute. 12 API '
                                 'credits were used, with the current limit being 8.","status":"error"}')
            self.credits.append((now, cost))
        status, headers, body = super().answer(request)
        if self.says_credits and status == 200 and self.body is None:
            headers = {**headers, "api-credits-used": str(used + cost), "api-credits-left": str(self.per_minute - used - cost)}
        return status, headers, body

    def content(self, request):
        symbols = self.symbols_of(request)
        if not symbols:
            return [{"name": "NASDAQ", "code": "XNGS", "country": "United States", "is_market_open": False,
                     "time_after_open": "00:00:00", "time_to_open": self.to_open, "time_to_close": "00:00:00"}]
        if len(symbols) == 1:
            return self.one(symbols[0])
        return {symbol: self.one(symbol) for symbol in symbols}

    def one(self, symbol):
        if symbol in self.errors:
            code, message = self.errors[symbol]
            return {"code": code, "message": message, "status": "error"}
        if symbol not in self.products:
            return {"code": 404, "message": "**symbol** or **figi** parameter is missing or invalid.", "status": "error"}
        kept = self.products[symbol]
        moment = int(time.time()) - kept["age"]
        content = {"symbol": symbol, "name": kept["name"], "exchange": "NASDAQ", "mic_code": kept["mic"],
                   "currency": kept["currency"], "datetime": "2026-11-30", "timestamp": moment - 3600, "last_quote_at": moment,
                   "open": kept["previous_close"], "high": kept["close"], "low": kept["previous_close"],
                   "close": kept["close"], "volume": "36494100", "previous_close": kept["previous_close"],
                   "change": "1.85000", "percent_change": "1.02334", "average_volume": "1",
                   "is_market_open": kept["is_open"], "fifty_two_week": {"low": "1", "high": "2"}, **kept["fields"]}
        if kept["mic"] is None:
            del content["mic_code"], content["currency"], content["volume"]
        return content
