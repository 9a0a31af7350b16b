"""A private authority that is made anew in every run, and the certificates that it issues, good and bad."""

import datetime
import ipaddress
import os

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

DAY = datetime.timedelta(days=1)


class Issuer:
    def __init__(self, name, parent=None):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        self.certificate = sign(self, parent or self, [], authority=True)


class Authority:
    """A root, an intermediate below it that issues, and a folder with what they issued."""

    def __init__(self, folder):
        self.folder = folder
        self.root = Issuer("Tape Test Root")
        self.intermediate = Issuer("Tape Test Intermediate", self.root)
        self.file = self._write("root.pem", pem(self.root.certificate))

    def server(self, name, alternatives, first=-DAY, last=30 * DAY, chain=True, self_signed=False,
               common_name="prices.test"):
        """Issues a server's certificate; returns its files (certificate chain, key)."""
        leaf = Subject(common_name)
        issuer = leaf if self_signed else self.intermediate
        certificate = sign(leaf, issuer, alternatives, first=first, last=last)
        parts = [pem(certificate)] + ([pem(self.intermediate.certificate)] if chain and not self_signed else [])
        key = leaf.key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
                                     serialization.NoEncryption())
        return self._write(f"{name}.pem", b"".join(parts)), self._write(f"{name}.key", key)

    def _write(self, name, data):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(data)
        return path


class Subject:
    def __init__(self, name):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def pem(certificate):
    return certificate.public_bytes(serialization.Encoding.PEM)


def sign(subject, issuer, alternatives, authority=False, first=-DAY, last=30 * DAY):
    now = datetime.datetime.utcnow()
    builder = (x509.CertificateBuilder().subject_name(subject.name).issuer_name(issuer.name)
               .public_key(subject.key.public_key()).serial_number(x509.random_serial_number())
               .not_valid_before(now + first).not_valid_after(now + last)
               .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True))
    if alternatives:
        builder = builder.add_extension(x509.SubjectAlternativeName([general(n) for n in alternatives]), critical=False)
    return builder.sign(issuer.key, hashes.SHA256())


def general(name):
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)
