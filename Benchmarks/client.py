"""The usual Python client of the same stream: websockets and orjson, the newest price of each symbol kept.

    python3 client.py PORT

Prints one line of JSON, as floor.c does.
"""

import asyncio
import json
import resource
import sys
import time

import orjson
import websockets


async def main():
    last, prices, updates, gaps = {}, {}, 0, 0
    url = f"ws://127.0.0.1:{sys.argv[1]}/v1/quotes"
    async with websockets.connect(url, max_size=None, compression=None, ping_interval=None) as socket:
        await socket.send("{}")
        began = time.monotonic()
        usage = resource.getrusage(resource.RUSAGE_SELF)
        async for frame in socket:
            message = orjson.loads(frame)
            if message["type"] not in ("update", "snapshot"):
                continue
            symbol, sequence = message["symbol"], message["seq"]
            if sequence != last.get(symbol, 0) + 1:
                gaps += 1
            last[symbol] = sequence
            prices[symbol] = message["last"]
            updates += 1
    used = resource.getrusage(resource.RUSAGE_SELF)
    cpu = used.ru_utime + used.ru_stime - usage.ru_utime - usage.ru_stime
    print(json.dumps({"updates": updates, "gaps": gaps, "wall": round(time.monotonic() - began, 3), "cpu": round(cpu, 3),
                      "nsPerUpdate": round(cpu * 1e9 / max(1, updates), 1)}))


asyncio.run(main())
