"""The yardstick of figures.py: the same rows drawn four times a second with rich, read with websockets."""

import asyncio
import json
import sys
import urllib.request

from rich.live import Live
from rich.table import Table
from websockets.legacy.client import connect


def table(instruments, quotes):
    grid = Table(box=None, expand=True)
    for title in ("SYMBOL", "NAME", "LAST", "CHG", "CHG %"):
        grid.add_column(title, justify="left" if title in ("SYMBOL", "NAME") else "right")
    for instrument in instruments:
        quote = quotes.get(instrument["symbol"])
        if quote is None or quote.get("last") is None:
            grid.add_row(instrument["symbol"], instrument["name"], "—", "—", "—")
            continue
        last, previous = quote["last"], quote.get("previousClose") or 0
        scale = 10 ** quote.get("scale", 2)
        change = (last - previous) / scale
        style = "green" if change > 0 else "red" if change < 0 else ""
        percent = f"{change * scale / previous * 100:+.2f} %" if previous > 0 else "—"
        grid.add_row(instrument["symbol"], instrument["name"], f"{last / scale:,.2f}", f"{change:+.2f}", percent, style=style)
    return grid


async def main(url):
    instruments = json.load(urllib.request.urlopen(url + "/v1/watchlist"))["instruments"]
    quotes = {}
    async with connect(url.replace("http", "ws") + "/v1/quotes") as socket:
        await socket.send(json.dumps({"type": "subscribe", "symbols": [i["symbol"] for i in instruments], "maxRate": 4}))

        async def read():
            async for text in socket:
                message = json.loads(text)
                if message["type"] in ("snapshot", "update"):
                    quotes.setdefault(message["symbol"], {}).update(message)

        reader = asyncio.ensure_future(read())
        with Live(table(instruments, quotes), auto_refresh=False, screen=True) as live:
            while not reader.done():
                await asyncio.sleep(0.25)
                live.update(table(instruments, quotes), refresh=True)


asyncio.run(main(sys.argv[1]))
