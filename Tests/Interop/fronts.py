"""What stands before such servers in the field: nginx and haproxy that end TLS and pass the upgrade on."""

import os
import shutil
import socket
import subprocess
import time


class Certificate:
    """A private authority and a certificate for 127.0.0.1 and localhost, made by openssl."""

    def __init__(self, directory):
        self.authority = os.path.join(directory, "ca.pem")
        self.chain, self.key = os.path.join(directory, "cert.pem"), os.path.join(directory, "key.pem")
        authority_key = os.path.join(directory, "ca-key.pem")
        request = os.path.join(directory, "request.pem")
        extensions = os.path.join(directory, "names.cnf")
        with open(extensions, "w") as file:
            file.write("subjectAltName=DNS:localhost,IP:127.0.0.1\n")
        new = ["openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
        for words in [
            [*new, "-x509", "-days", "2", "-subj", "/CN=tape interop", "-keyout", authority_key, "-out", self.authority],
            [*new, "-subj", "/CN=server", "-keyout", self.key, "-out", request],
            ["openssl", "x509", "-req", "-days", "2", "-in", request, "-CA", self.authority, "-CAkey", authority_key,
             "-CAcreateserial", "-extfile", extensions, "-out", self.chain],
        ]:
            subprocess.run(words, check=True, capture_output=True, timeout=20)
        self.both = os.path.join(directory, "both.pem")
        with open(self.both, "w") as file:
            file.write(open(self.chain).read() + open(self.key).read())


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


class Standing:
    """A program that listens on `port` of the loopback until it is stopped."""

    def __init__(self, name, port, words):
        self.port = port
        self.process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 10
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    self.stop()
                    raise RuntimeError(f"{name} did not start: {self.process.stderr.read()}") from None
                time.sleep(0.05)

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Front(Standing):
    """A running proxy before the server on `backend`."""

    def __init__(self, name, directory, certificate, backend):
        self.port = free_port()
        configuration = os.path.join(directory, f"{name}.conf")
        text, words = getattr(self, name)(directory, certificate, backend)
        with open(configuration, "w") as file:
            file.write(text)
        super().__init__(name, self.port, [*words, configuration])

    def nginx(self, directory, certificate, backend):
        return f"""
pid {directory}/nginx.pid;
daemon off;
error_log stderr;
events {{}}
http {{
  access_log off;
  client_body_temp_path {directory}/body; proxy_temp_path {directory}/proxy; fastcgi_temp_path {directory}/fastcgi;
  uwsgi_temp_path {directory}/uwsgi; scgi_temp_path {directory}/scgi;
  server {{
    listen 127.0.0.1:{self.port} ssl;
    ssl_certificate {certificate.chain};
    ssl_certificate_key {certificate.key};
    location / {{
      proxy_pass http://127.0.0.1:{backend};
      proxy_http_version 1.1;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection "upgrade";
      proxy_set_header Host $host;
    }}
  }}
}}
""", ["nginx", "-c"]

    def haproxy(self, directory, certificate, backend):
        return f"""
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend front
  bind 127.0.0.1:{self.port} ssl crt {certificate.both} alpn http/1.1
  default_backend back
backend back
  server one 127.0.0.1:{backend}
""", ["haproxy", "-f"]


def program(name):
    """Whether that program is installed."""
    # Debian keeps servers where only root looks for programs.
    return shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin") is not None
