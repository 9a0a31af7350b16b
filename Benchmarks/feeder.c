// A quotes server that sends as fast as it is read: the load of the firehose benchmark.
//
//   feeder UPDATES SYMBOLS [ROUNDS]
//
// It prints its port on the loopback interface and serves ROUNDS streams (1 unless given), one after the other,
// and answers the list beside them. A stream begins when its client sends a frame: a snapshot of each symbol,
// UPDATES updates in turns over the symbols, heartbeats with their count once a second, and a close frame.
// Pings are answered in order with the data. Blocks of frames are made ahead of the numbers in them, so that the
// feeder needs less of its core than any client does.
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { BLOCK = 64 << 10, FRAME = 256 };

static long sent_frames;

static void die(const char *what) {
  perror(what);
  exit(1);
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void send_all(int client, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t sent = send(client, bytes, count, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0 && errno == EAGAIN) {
      struct pollfd room = {client, POLLOUT, 0};
      poll(&room, 1, -1);
      continue;
    }
    if (sent < 0) die("the client left");
    bytes += sent;
    count -= (size_t)sent;
  }
}

static int print_number(char *out, long number) {
  char digits[24];
  int count = 0;
  do digits[count++] = (char)('0' + number % 10);
  while ((number /= 10) > 0);
  for (int i = 0; i < count; i++) out[i] = digits[count - 1 - i];
  return count;
}

static int print_text(char *out, const char *text) {
  size_t count = strlen(text);
  memcpy(out, text, count);
  return (int)count;
}

// Puts a header before `count` bytes at out + 4 and returns the start of the frame.
static char *frame(char *out, int count, int *size, int opcode) {
  if (count < 126) {
    out[2] = (char)(0x80 | opcode);
    out[3] = (char)count;
    *size = count + 2;
    return out + 2;
  }
  out[0] = (char)(0x80 | opcode);
  out[1] = 126;
  out[2] = (char)(count >> 8);
  out[3] = (char)count;
  *size = count + 4;
  return out;
}

static int add_text_frame(char *block, const char *text, int count) {
  char whole[FRAME * 4];
  int size;
  memcpy(whole + 4, text, (size_t)count);
  char *start = frame(whole, count, &size, 1);
  memcpy(block, start, (size_t)size);
  sent_frames++;
  return size;
}

static int print_time(char *out) {
  struct timespec now;
  struct tm parts;
  clock_gettime(CLOCK_REALTIME, &now);
  gmtime_r(&now.tv_sec, &parts);
  int count = (int)strftime(out, 32, "%Y-%m-%dT%H:%M:%S", &parts);
  return count + sprintf(out + count, ".%03ldZ", now.tv_nsec / 1000000);
}

// Reads what the client says; answers pings into `reply`, returns how many bytes that took, -1 when it left.
static int listen_to(int client, char *reply, int *frames) {
  static unsigned char bytes[1 << 16];
  ssize_t count = recv(client, bytes, sizeof bytes, MSG_DONTWAIT);
  if (count == 0) return -1;
  if (count < 0) return errno == EAGAIN || errno == EINTR ? 0 : -1;
  int used = 0;
  for (ssize_t at = 0; at + 6 <= count;) {
    int opcode = bytes[at] & 0x0F;
    size_t length = bytes[at + 1] & 0x7F;
    ssize_t header = 2;
    if (length == 126) {
      length = (size_t)bytes[at + 2] << 8 | bytes[at + 3];
      header = 4;
    }
    unsigned char *mask = bytes + at + header;
    unsigned char *payload = mask + 4;
    if (payload + length > bytes + count) break;
    if (opcode == 9) {
      char whole[256];
      int size;
      for (size_t i = 0; i < length; i++) whole[4 + i] = (char)(payload[i] ^ mask[i & 3]);
      char *start = frame(whole, (int)length, &size, 10);
      memcpy(reply + used, start, (size_t)size);
      used += size;
    }
    if (opcode < 8) (*frames)++;
    at = payload + length - bytes;
  }
  return used;
}

static void stream(int client, long updates, long symbols) {
  static char block[BLOCK + FRAME * 8];
  char text[FRAME * 2], time_text[32];
  int frames = 0;
  sent_frames = 0;
  while (frames == 0) {
    struct pollfd news = {client, POLLIN, 0};
    poll(&news, 1, -1);
    int size = listen_to(client, block, &frames);
    if (size < 0) return;
    send_all(client, block, (size_t)size);
  }
  int size = 0;
  print_time(time_text);
  for (long i = 0; i < symbols; i++) {
    int count = sprintf(
        text,
        "{\"type\":\"snapshot\",\"symbol\":\"S%04ld\",\"seq\":1,\"last\":%ld,\"previousClose\":18010,"
        "\"currency\":\"EUR\",\"time\":\"%s\",\"session\":\"OPEN\"}",
        i, 18000 + i % 977, time_text);
    size += add_text_frame(block + size, text, count);
    if (size >= BLOCK) {
      send_all(client, block, (size_t)size);
      size = 0;
    }
  }
  double next = seconds() + 1;
  long sequence = 2, symbol = 0, price = 0;
  for (long i = 0; i < updates; i++) {
    int count = print_text(text, "{\"type\":\"update\",\"symbol\":\"S0000");
    text[count - 4] = (char)('0' + symbol / 1000);
    text[count - 3] = (char)('0' + symbol / 100 % 10);
    text[count - 2] = (char)('0' + symbol / 10 % 10);
    text[count - 1] = (char)('0' + symbol % 10);
    count += print_text(text + count, "\",\"seq\":");
    count += print_number(text + count, sequence);
    count += print_text(text + count, ",\"last\":");
    price = (price * 31 + 7) % 1009;
    count += print_number(text + count, 18000 + price);
    count += print_text(text + count, ",\"time\":\"");
    memcpy(text + count, time_text, 24);
    count += 24;
    count += print_text(text + count, "\"}");
    size += add_text_frame(block + size, text, count);
    if (++symbol == symbols) {
      symbol = 0;
      sequence++;
    }
    if (size < BLOCK) continue;
    int reply = listen_to(client, block + size, &frames);
    if (reply < 0) return;
    size += reply;
    double now = seconds();
    print_time(time_text);
    if (now >= next) {
      next = now + 1;
      int count = sprintf(text, "{\"type\":\"heartbeat\",\"time\":\"%s\",\"sent\":%ld}", time_text, sent_frames);
      size += add_text_frame(block + size, text, count);
    }
    send_all(client, block, (size_t)size);
    size = 0;
  }
  send_all(client, block, (size_t)size);
  send_all(client, "\x88\x02\x03\xe8", 4);
  shutdown(client, SHUT_WR);
  while (recv(client, block, sizeof block, 0) > 0) continue;
}

static void list(int client, long symbols) {
  char *body = malloc((size_t)symbols * 48 + 64);
  int size = sprintf(body, "{\"instruments\":[");
  for (long i = 0; i < symbols; i++)
    size += sprintf(body + size, "%s{\"symbol\":\"S%04ld\",\"name\":\"Share %ld\"}", i ? "," : "", i, i);
  size += sprintf(body + size, "]}");
  char head[160];
  int count = sprintf(
      head, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n",
      size);
  send_all(client, head, (size_t)count);
  send_all(client, body, (size_t)size);
  free(body);
}

// Serves one connection; 1 when it was a stream.
static int serve(int client, long updates, long symbols) {
  char request[8192], *key;
  size_t size = 0;
  while (size + 1 < sizeof request) {
    ssize_t count = recv(client, request + size, 1, 0);
    if (count <= 0) return 0;
    request[++size - 1 + 1] = 0;
    if (size >= 4 && memcmp(request + size - 4, "\r\n\r\n", 4) == 0) break;
  }
  if ((key = strcasestr(request, "\nSec-WebSocket-Key:")) == NULL) {
    list(client, symbols);
    return 0;
  }
  key += strlen("\nSec-WebSocket-Key:");
  while (*key == ' ') key++;
  char joined[128];
  snprintf(joined, sizeof joined, "%.24s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
  unsigned char digest[SHA_DIGEST_LENGTH], accept[64];
  SHA1((const unsigned char *)joined, strlen(joined), digest);
  EVP_EncodeBlock(accept, digest, sizeof digest);
  char head[256];
  int count = sprintf(
      head,
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Accept: %s\r\n\r\n",
      accept);
  send_all(client, head, (size_t)count);
  stream(client, updates, symbols);
  return 1;
}

int main(int argc, char **argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: feeder UPDATES SYMBOLS [ROUNDS]\n");
    return 2;
  }
  long updates = atol(argv[1]), symbols = atol(argv[2]), rounds = argc > 3 ? atol(argv[3]) : 1;
  if (updates < 1 || symbols < 1 || symbols > 10000) {
    fprintf(stderr, "feeder: UPDATES is 1 or more, SYMBOLS 1 to 10000\n");
    return 2;
  }
  int listener = socket(AF_INET, SOCK_STREAM, 0), one = 1;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  socklen_t size = sizeof address;
  if (bind(listener, (struct sockaddr *)&address, size) || listen(listener, 8) ||
      getsockname(listener, (struct sockaddr *)&address, &size))
    die("feeder: can't listen");
  printf("%d\n", ntohs(address.sin_port));
  fflush(stdout);
  while (rounds > 0) {
    int client = accept(listener, NULL, NULL);
    if (client < 0) die("accept");
    setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    rounds -= serve(client, updates, symbols);
    close(client);
  }
  return 0;
}
