/* Loaded into a server with LD_PRELOAD: a disk that is full or fails, a clock that is wrong, and a log of what reaches the disk.

   tests/faults/shim.py compiles it, and switches the faults on and off through the file in FAULTS_SWITCHES. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

struct switches {
    int64_t full;         /* files in the folder can't grow: ENOSPC */
    int64_t failing;      /* fsync and fdatasync fail: EIO */
    int64_t clock_offset; /* seconds that are added to the time of day */
};

/* A line of the log: this, the name of the file, and the bytes that were written. */
struct event {
    int64_t nanoseconds; /* CLOCK_MONOTONIC */
    int64_t kind;        /* 'w'rite, 's'ync, 't'runcate, 'u'nlink */
    int64_t name_length;
    int64_t offset; /* the new size, of a truncate */
    int64_t length;
};

static struct switches none, *on = &none;
static const char *folder = NULL;
static int log_file = -1;
static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void prepare(void) {
    const char *path = getenv("FAULTS_SWITCHES");
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file >= 0) {
        void *shared = mmap(NULL, sizeof *on, PROT_READ, MAP_SHARED, file, 0);
        if (shared != MAP_FAILED) on = shared;
        close(file);
    }
    folder = getenv("FAULTS_FOLDER");
    if ((path = getenv("FAULTS_LOG"))) log_file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

/* Whether it is a file in the folder, and its name there. */
static int is_ours(const char *path, char *name) {
    size_t length = folder ? strlen(folder) : 0;
    if (!length || strncmp(path, folder, length) || path[length] != '/') return 0;
    strcpy(name, path + length + 1);
    return 1;
}

static int is_our_file(int file, char *name) {
    char link[64], path[4096];
    if (!folder || file == log_file) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return is_ours(path, name);
}

static void note(int kind, const char *name, int64_t offset, const void *bytes, int64_t length) {
    struct timespec now;
    if (log_file < 0) return;
    REAL(clock_gettime)(CLOCK_MONOTONIC, &now);
    struct event event = {now.tv_sec * 1000000000LL + now.tv_nsec, kind, (int64_t)strlen(name), offset, length};
    struct iovec parts[] = {
        {&event, sizeof event}, {(void *)name, strlen(name)}, {(void *)bytes, bytes ? (size_t)length : 0}};
    if (writev(log_file, parts, 3) < 0) abort();
}

static int would_grow(int file, int64_t end) {
    struct stat found;
    return !fstat(file, &found) && S_ISREG(found.st_mode) && end > found.st_size;
}

static ssize_t write_at(int file, const void *bytes, size_t length, int64_t offset, int moves) {
    char name[4096];
    if (!is_our_file(file, name))
        return moves ? REAL(write)(file, bytes, length) : REAL(pwrite64)(file, bytes, length, offset);
    if (moves) offset = lseek(file, 0, SEEK_CUR);
    if (on->full && would_grow(file, offset + (int64_t)length)) return errno = ENOSPC, -1;
    pthread_mutex_lock(&one_at_a_time);
    ssize_t done = moves ? REAL(write)(file, bytes, length) : REAL(pwrite64)(file, bytes, length, offset);
    if (done > 0) note('w', name, offset, bytes, done);
    pthread_mutex_unlock(&one_at_a_time);
    return done;
}

ssize_t write(int file, const void *bytes, size_t length) { return write_at(file, bytes, length, 0, 1); }
ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) { return write_at(file, bytes, length, offset, 0); }
ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t offset) { return write_at(file, bytes, length, offset, 0); }

static int truncate_to(int file, int64_t size) {
    char name[4096];
    int ours = is_our_file(file, name);
    if (ours && on->full && would_grow(file, size)) return errno = ENOSPC, -1;
    pthread_mutex_lock(&one_at_a_time);
    int done = REAL(ftruncate64)(file, size);
    if (!done && ours) note('t', name, size, NULL, 0);
    pthread_mutex_unlock(&one_at_a_time);
    return done;
}

int ftruncate(int file, off_t size) { return truncate_to(file, size); }
int ftruncate64(int file, off64_t size) { return truncate_to(file, size); }

static int sync_with(int file, int (*real)(int)) {
    char name[4096];
    int ours = is_our_file(file, name);
    if (ours && on->failing) return errno = EIO, -1;
    pthread_mutex_lock(&one_at_a_time);
    int done = real(file);
    if (!done && ours) note('s', name, 0, NULL, 0);
    pthread_mutex_unlock(&one_at_a_time);
    return done;
}

int fsync(int file) { return sync_with(file, REAL(fsync)); }
int fdatasync(int file) { return sync_with(file, REAL(fdatasync)); }

int unlink(const char *path) {
    char name[4096];
    int ours = is_ours(path, name);
    pthread_mutex_lock(&one_at_a_time);
    int done = REAL(unlink)(path);
    if (!done && ours) note('u', name, 0, NULL, 0);
    pthread_mutex_unlock(&one_at_a_time);
    return done;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int done = REAL(clock_gettime)(clock, now);
    if (!done && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += on->clock_offset;
    return done;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    int done = REAL(gettimeofday)(now, zone);
    if (!done) now->tv_sec += on->clock_offset;
    return done;
}

time_t time(time_t *stored) {
    struct timeval now;
    gettimeofday(&now, NULL);
    if (stored) *stored = now.tv_sec;
    return now.tv_sec;
}
