/*
 * Loaded before a program, makes a slow disk for it: fsync and fdatasync take SLOW_SYNC_US microseconds, or as long as the
 * real disk takes when that is longer.
 * It counts the calls, and the nanoseconds that they took, in two 64-bit numbers at the start of the file SLOW_SYNC_COUNTS.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static volatile uint64_t *counts;
static uint64_t wanted;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("SLOW_SYNC_COUNTS"), *us = getenv("SLOW_SYNC_US");
  if (!path || !us) return;
  wanted = strtoull(us, 0, 10) * 1000;
  int file = open(path, O_RDWR);
  void *map = mmap(0, 16, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (file != -1) close(file);
  if (map != MAP_FAILED) counts = map;
}

static uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static int slow(const char *name, int file) {
  int (*sync)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  if (!counts) return sync(file);
  uint64_t began = now();
  int result = sync(file);
  uint64_t took = now() - began;
  if (took < wanted) {
    uint64_t rest = wanted - took;
    struct timespec pause = {(time_t)(rest / 1000000000), (long)(rest % 1000000000)};
    nanosleep(&pause, 0);
  }
  __atomic_fetch_add(&counts[0], 1, __ATOMIC_SEQ_CST);
  __atomic_fetch_add(&counts[1], now() - began, __ATOMIC_SEQ_CST);
  return result;
}

int fsync(int file) { return slow("fsync", file); }
int fdatasync(int file) { return slow("fdatasync", file); }
