"""The suite's own program, but listening on the loopback alone. Runs on Python 2.7."""

import autobahn.twisted.websocket as websocket

listen = websocket.listenWS


def listen_on_loopback(factory, contextFactory=None, backlog=50, interface="127.0.0.1"):
    return listen(factory, contextFactory, backlog, interface)


websocket.listenWS = listen_on_loopback

from autobahntestsuite.wstest import run  # noqa: E402  (it must see the replacement)

run()
