/* A program that takes Barback's place in an update and is bad: it ends at once (CRASHES), or never becomes ready. */
#include <unistd.h>

int main(void) {
#ifdef CRASHES
  return 1;
#else
  for (;;) pause();
#endif
}
