// The floor of the firehose benchmark: the least that any client has to do with the same bytes.
//
//   floor PORT
//
// It reads, splits frames, finds the symbol, scans two numbers and checks that each symbol's numbers follow each
// other. No JSON rules, no UTF-8, no time, no conflation, no screen. Prints one line of JSON.
#include <arpa/inet.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static long last_sequence[10000], last_price[10000], updates, gaps;

// The number behind a field's name, searched from *at on, which moves behind it; -1 without one.
static long number_after(const unsigned char **at, const unsigned char *end, const char *name, size_t length) {
  for (const unsigned char *place = *at; place + length < end; place++) {
    if (*place != '"' || memcmp(place, name, length) != 0) continue;
    long number = 0;
    for (place += length; place < end && *place >= '0' && *place <= '9'; place++)
      number = number * 10 + (*place - '0');
    *at = place;
    return number;
  }
  return -1;
}

static void scan(const unsigned char *text, size_t count) {
  const unsigned char *at = text, *end = text + count;
  long symbol = number_after(&at, end, "\"symbol\":\"S", 11);
  if (symbol < 0 || symbol >= 10000) return;
  long sequence = number_after(&at, end, "\"seq\":", 6);
  long price = number_after(&at, end, "\"last\":", 7);
  if (sequence != last_sequence[symbol] + 1) gaps++;
  last_sequence[symbol] = sequence;
  last_price[symbol] = price;
  updates++;
}

int main(int argc, char **argv) {
  static unsigned char buffer[512 << 10];
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  if (argc != 2) return 2;
  address.sin_port = htons((unsigned short)atoi(argv[1]));
  int server = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(server, (struct sockaddr *)&address, sizeof address)) {
    perror("floor: can't connect");
    return 1;
  }
  const char *request =
      "GET /v1/quotes HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";
  send(server, request, strlen(request), 0);
  size_t held = 0;
  while (held < 4 || memmem(buffer, held, "\r\n\r\n", 4) == NULL) {
    ssize_t count = recv(server, buffer + held, 1, 0);
    if (count <= 0) return 1;
    held += (size_t)count;
  }
  send(server, "\x81\x82\0\0\0\0{}", 8, 0);
  held = 0;
  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  for (int open = 1; open;) {
    // Waiting and reading are two calls, as in any client that has more than one thing to wait for.
    struct pollfd news = {server, POLLIN, 0};
    poll(&news, 1, -1);
    ssize_t count = recv(server, buffer + held, (256 << 10), 0);
    if (count <= 0) break;
    held += (size_t)count;
    size_t at = 0;
    while (at + 2 <= held) {
      size_t length = buffer[at + 1] & 0x7F, header = 2;
      if (length == 126) {
        if (at + 4 > held) break;
        length = (size_t)buffer[at + 2] << 8 | buffer[at + 3];
        header = 4;
      }
      if (at + header + length > held) break;
      if ((buffer[at] & 0x0F) == 8) open = 0;
      if ((buffer[at] & 0x0F) == 1) scan(buffer + at + header, length);
      at += header + length;
    }
    memmove(buffer, buffer + at, held - at);
    held -= at;
  }
  clock_gettime(CLOCK_MONOTONIC, &end);
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  double wall = (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9;
  double cpu = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
               (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
  printf("{\"updates\":%ld,\"gaps\":%ld,\"wall\":%.3f,\"cpu\":%.3f,\"nsPerUpdate\":%.1f}\n", updates, gaps, wall, cpu,
         cpu * 1e9 / (double)(updates ? updates : 1));
  return 0;
}
