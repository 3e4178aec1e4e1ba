/* A small program that stands for Barback on an emulated box: it answers on port 80, tells systemd that it is ready and alive,
   and lets RAUC mark the system good. `serve` is its only command. MODE, a macro, makes one that is bad:
   0 good, 1 ends at once, 2 never becomes ready, 3 is ready but never good. */
#include <arpa/inet.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>
#include <poll.h>

#ifndef MODE
#define MODE 0
#endif
#ifndef NAME
#define NAME "stand-in"
#endif

static void notify(const char *text) {
  const char *path = getenv("NOTIFY_SOCKET");
  struct sockaddr_un to = {.sun_family = AF_UNIX};
  int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
  if (!path || fd < 0) return;
  strncpy(to.sun_path, path, sizeof to.sun_path - 1);
  socklen_t size = offsetof(struct sockaddr_un, sun_path) + strlen(path);
  if (to.sun_path[0] == '@') to.sun_path[0] = 0;
  sendto(fd, text, strlen(text), 0, (struct sockaddr *)&to, size);
  close(fd);
}

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  if (!file) return;
  fputs(text, file);
  fclose(file);
}

int main(void) {
  if (MODE == 1) return 1;
  if (MODE == 2) for (;;) pause();
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(80)};
  int on = 1, server = socket(AF_INET, SOCK_STREAM, 0);
  setsockopt(server, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(server, (struct sockaddr *)&at, sizeof at) || listen(server, 16)) return 2;
  write_file("/run/barback/screen", "Open http://bar.local\nFirst sign-in: admin / stand-in\n\xe2\x96\x88\xe2\x96\x80\xe2\x96\x84\xe2\x96\x88\n");
  fprintf(stderr, "First sign-in: admin / stand-in\n");
  notify("READY=1");
  time_t began = time(NULL);
  int marked = 0, requests = 0;
  for (;;) {
    struct pollfd wait = {.fd = server, .events = POLLIN};
    notify("WATCHDOG=1");
    if (MODE == 0 && !marked && time(NULL) - began >= 3) {
      int code = system("/usr/bin/rauc status mark-good");
      fprintf(stderr, "mark-good: %d\n", code);
      marked = code == 0;
      began = time(NULL);
    }
    if (poll(&wait, 1, 1000) != 1) continue;
    int client = accept(server, NULL, NULL);
    char request[2048], answer[512], body[128];
    ssize_t size = read(client, request, sizeof request - 1);
    if (size > 0) {
      int n = snprintf(body, sizeof body, "{\"ok\":true,\"version\":\"%s\",\"requests\":%d}\n", NAME, ++requests);
      n = snprintf(answer, sizeof answer, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s", n, body);
      if (write(client, answer, n) < 0) perror("write");
    }
    /* What was not read of a request would reset the connection, and the answer with it. */
    shutdown(client, SHUT_WR);
    for (wait.fd = client; poll(&wait, 1, 500) == 1 && read(client, request, sizeof request) > 0;) {}
    close(client);
  }
}
