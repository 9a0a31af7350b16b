"""Proxies that people put between themselves and the world, each in its plainest form, started on a port of the loopback."""

import getpass
import os
import subprocess

LOGIN = ("ann", "s3cret")


def squid(directory, port, login=None):
    folder = os.path.join(directory, "squid")
    os.makedirs(folder, exist_ok=True)
    # Started by root it goes on as a user of its own, who has to read what is here.
    for path in (directory, folder):
        os.chmod(path, 0o755)
    lines = [f"http_port 127.0.0.1:{port}", "cache deny all", "access_log none", "cache_log /dev/null",
             "pid_filename none", "shutdown_lifetime 0 seconds", "acl tunnel method CONNECT"]
    if login:
        words = subprocess.run(["openssl", "passwd", "-apr1", login[1]], capture_output=True, text=True, check=True)
        with open(os.path.join(folder, "users"), "w") as file:
            file.write(f"{login[0]}:{words.stdout}")
        lines += [f"auth_param basic program /usr/lib/squid/basic_ncsa_auth {folder}/users",
                  "acl known proxy_auth REQUIRED", "http_access allow tunnel known"]
    else:
        lines.append("http_access allow tunnel")
    lines.append("http_access deny all")
    return ["squid", "-N", "-f", write(folder, port, lines)]


def dante(directory, port, login=None):
    user = getpass.getuser()
    return ["danted", "-f", write(directory, port, [
        "logoutput: stderr", f"internal: 127.0.0.1 port = {port}", "external: lo", "clientmethod: none",
        "socksmethod: none", f"user.privileged: {user}", f"user.unprivileged: {user}",
        "client pass { from: 0/0 to: 0/0 }", "socks pass { from: 0/0 to: 0/0 command: connect }"])]


def tinyproxy(directory, port, login=None):
    lines = [f"Port {port}", "Listen 127.0.0.1", *([f"BasicAuth {login[0]} {login[1]}"] if login else [])]
    return ["tinyproxy", "-d", "-c", write(directory, port, lines)]


def microsocks(directory, port, login=None):
    return ["microsocks", "-i", "127.0.0.1", "-p", str(port), *(["-u", login[0], "-P", login[1]] if login else [])]


def write(folder, port, lines):
    path = os.path.join(folder, f"{port}.conf")
    with open(path, "w") as file:
        file.write("\n".join([*lines, ""]))
    return path


# The name of a row, the proxy's program, how it is started, its scheme, and the login it asks for.
KINDS = [
    ("squid", "squid", squid, "http", None),
    ("squid with a login", "squid", squid, "http", LOGIN),
    ("tinyproxy", "tinyproxy", tinyproxy, "http", None),
    ("tinyproxy with a login", "tinyproxy", tinyproxy, "http", LOGIN),
    ("dante", "danted", dante, "socks5h", None),
    ("microsocks", "microsocks", microsocks, "socks5", None),
    ("microsocks with a login", "microsocks", microsocks, "socks5h", LOGIN),
]
