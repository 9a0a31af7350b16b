// A quotes server for the benchmarks: it sends as fast as it is read, or so many updates a second.
//
//   feeder UPDATES SYMBOLS [ROUNDS [RATE [probe]]]
//
// It prints its port on the loopback interface and serves ROUNDS streams (1 unless given), one after the other,
// and answers the list beside them. A stream begins when its client sends a frame: a snapshot of each symbol,
// UPDATES updates in turns over the symbols, heartbeats with their count once a second, and a close frame.
// Pings are answered in order with the data. Each million of updates is said on standard output.
//
// With a RATE of so many updates a second, which may be 0, the stream is paced, and lasts until its client leaves. A
// `probe` is one symbol, the first, that stands still but for a price of its own at random moments; each is said on
// standard output, with its moment on the monotonic clock.
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { BLOCK = 64 << 10, FRAME = 256 };

static long sent_frames, updates, symbols, rounds = 1, rate = -1;
static int probes;

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
    if (sent < 0) exit(0);  // The client has seen enough.
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

static int add_update(char *block, long symbol, long sequence, long price, const char *time_text) {
  char text[FRAME];
  int count = print_text(text, "{\"type\":\"update\",\"symbol\":\"S0000");
  text[count - 4] = (char)('0' + symbol / 1000);
  text[count - 3] = (char)('0' + symbol / 100 % 10);
  text[count - 2] = (char)('0' + symbol / 10 % 10);
  text[count - 1] = (char)('0' + symbol % 10);
  count += print_text(text + count, "\",\"seq\":");
  count += print_number(text + count, sequence);
  count += print_text(text + count, ",\"last\":");
  count += print_number(text + count, price);
  count += print_text(text + count, ",\"time\":\"");
  memcpy(text + count, time_text, 24);
  count += 24;
  count += print_text(text + count, "\"}");
  return add_text_frame(block, text, count);
}

static int add_heartbeat(char *block, const char *time_text) {
  char text[FRAME];
  int count = sprintf(text, "{\"type\":\"heartbeat\",\"time\":\"%s\",\"sent\":%ld}", time_text, sent_frames);
  return add_text_frame(block, text, count);
}

// Sends `rate` updates a second until the client leaves; a probe keeps the first symbol to itself.
static void pace(int client, char *block) {
  char time_text[32];
  int frames = 0;
  long sent = 0, symbol = probes, sequence = 2, price = 0, probe = 0;
  double start = seconds(), beat = start + 1, next_probe = start + 3;
  srandom(7);
  for (;;) {
    double now = seconds(), wake = beat;
    if (probes && next_probe < wake) wake = next_probe;
    if (rate > 0 && start + (double)(sent + 1) / (double)rate < wake) wake = start + (double)(sent + 1) / (double)rate;
    // Above a thousand a second they come in bundles of a millisecond.
    if (rate > 1000 && wake < now + 0.001) wake = now + 0.001;
    int wait = wake > now ? (int)((wake - now) * 1000 + 0.999) : 0;
    struct pollfd news = {client, POLLIN, 0};
    poll(&news, 1, wait);
    int size = listen_to(client, block, &frames);
    if (size < 0) return;
    now = seconds();
    print_time(time_text);
    long due = (long)((now - start) * (double)rate);
    for (; sent < due; sent++) {
      price = (price * 31 + 7) % 1009;
      size += add_update(block + size, symbol, sequence, 18000 + price, time_text);
      if (++symbol == symbols) {
        symbol = probes;
        sequence++;
      }
      if (size >= BLOCK) {
        send_all(client, block, (size_t)size);
        size = 0;
      }
    }
    if (now >= beat) {
      beat = now + 1;
      size += add_heartbeat(block + size, time_text);
    }
    double moment = 0;
    if (probes && now >= next_probe) {
      next_probe = now + 0.3 + (double)(random() % 600) / 1000;
      size += add_update(block + size, 0, 2 + probe, 50000 + probe, time_text);
      moment = seconds();
    }
    if (size > 0) send_all(client, block, (size_t)size);
    if (moment > 0) {
      printf("probe %.6f %ld\n", moment, 50000 + probe);
      fflush(stdout);
      probe++;
    }
  }
}

static void stream(int client) {
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
  if (rate >= 0) {
    send_all(client, block, (size_t)size);
    pace(client, block);
    return;
  }
  double next = seconds() + 1;
  long sequence = 2, symbol = 0, price = 0;
  for (long i = 0; i < updates; i++) {
    price = (price * 31 + 7) % 1009;
    size += add_update(block + size, symbol, sequence, 18000 + price, time_text);
    if (++symbol == symbols) {
      symbol = 0;
      sequence++;
    }
    if ((i + 1) % 1000000 == 0) {
      printf("sent %ld\n", i + 1);
      fflush(stdout);
    }
    if (size < BLOCK) continue;
    int reply = listen_to(client, block + size, &frames);
    if (reply < 0) return;
    size += reply;
    double now = seconds();
    print_time(time_text);
    if (now >= next) {
      next = now + 1;
      size += add_heartbeat(block + size, time_text);
    }
    send_all(client, block, (size_t)size);
    size = 0;
  }
  send_all(client, block, (size_t)size);
  send_all(client, "\x88\x02\x03\xe8", 4);
  shutdown(client, SHUT_WR);
  while (recv(client, block, sizeof block, 0) > 0) continue;
}

static void list(int client) {
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

// Serves one connection, on a thread of its own: the list is asked for beside the stream, before or after it.
static void *serve(void *argument) {
  int client = (int)(long)argument;
  char request[8192], *key;
  size_t size = 0;
  while (size + 1 < sizeof request) {
    if (recv(client, request + size, 1, 0) <= 0) break;
    request[++size] = 0;
    if (size >= 4 && memcmp(request + size - 4, "\r\n\r\n", 4) == 0) break;
  }
  if (size < 4 || (key = strcasestr(request, "\nSec-WebSocket-Key:")) == NULL) {
    if (size > 0) list(client);
    close(client);
    return NULL;
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
  stream(client);
  close(client);
  if (--rounds == 0) exit(0);
  return NULL;
}

int main(int argc, char **argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: feeder UPDATES SYMBOLS [ROUNDS [RATE [probe]]]\n");
    return 2;
  }
  updates = atol(argv[1]);
  symbols = atol(argv[2]);
  if (argc > 3) rounds = atol(argv[3]);
  if (argc > 4) rate = atol(argv[4]);
  probes = argc > 5;
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
  for (;;) {
    int client = accept(listener, NULL, NULL);
    pthread_t thread;
    if (client < 0) die("accept");
    setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (pthread_create(&thread, NULL, serve, (void *)(long)client)) die("a thread");
    pthread_detach(thread);
  }
}
