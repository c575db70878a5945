/* Faults: a library to be preloaded, which lets the n-th call on a folder or a terminal fail.

An error below zero is a signal: the program is killed instead. Calls are counted from 1 once `faults_arm` is called. A call counts if it is about a path below the
folder or a descriptor that was opened there; with `terminal`, if it is about a terminal instead. */

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#define MOST 4096

static char folder[PATH_MAX], only[256];
static char watched[MOST], paths[MOST][512];
static int armed, first, last, code, terminal, count, trace = -1;

void faults_arm(const char *place, int from, int to, int error, int on_terminal,
                const char *names, int log)
{
    snprintf(folder, sizeof folder, "%s", on_terminal ? "" : place);
    snprintf(only, sizeof only, "%s", names);
    first = from, last = to, code = error, terminal = on_terminal, trace = log;
    count = 0, armed = 1;
}

static time_t now;

void faults_set_clock(long seconds) { now = seconds; }

static int fails(const char *name, const char *about)
{
    if (!armed || (*only && !strstr(only, name)))
        return 0;
    count++;
    int is_due = first <= count && count <= last;
    if (trace >= 0)
        dprintf(trace, "%s%s %s\n", is_due ? "!" : "", name, about);
    if (is_due && code < 0)
        raise(-code);
    if (is_due)
        errno = code;
    return is_due;
}

static int is_below(const char *path)
{
    size_t length = strlen(folder);
    return armed && length && path && !strncmp(path, folder, length) &&
           (path[length] == '/' || !path[length]);
}

static int fails_at(const char *name, const char *path)
{
    return is_below(path) && fails(name, path);
}

static int fails_on(const char *name, int descriptor)
{
    if (!armed || descriptor < 0 || descriptor >= MOST)
        return 0;
    struct termios modes;
    static int (*get)(int, struct termios *);
    if (!get)
        get = dlsym(RTLD_NEXT, "tcgetattr");
    int before = errno;
    int is_terminal = terminal && !watched[descriptor] && !get(descriptor, &modes);
    errno = before;
    return (watched[descriptor] || is_terminal) &&
           fails(name, is_terminal ? "terminal" : paths[descriptor]);
}

static int noted(int descriptor, const char *path)
{
    if (descriptor >= 0 && descriptor < MOST) {
        watched[descriptor] = is_below(path);
        snprintf(paths[descriptor], sizeof paths[descriptor], "%s", path);
    }
    return descriptor;
}

#define NEXT(kind, name, ...)                     \
    static kind (*next)(__VA_ARGS__);             \
    if (!next)                                    \
    next = (kind(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

#define OPEN(symbol)                              \
    int symbol(const char *path, int flags, ...)  \
    {                                             \
        NEXT(int, #symbol, const char *, int, ...); \
        va_list more;                             \
        va_start(more, flags);                    \
        int mode = va_arg(more, int);             \
        va_end(more);                             \
        if (fails_at(flags & O_ACCMODE ? "writing" : "open", path)) \
            return -1;                            \
        return noted(next(path, flags, mode), path); \
    }

OPEN(open)
OPEN(open64)

#define OF_PATH(symbol, name)                     \
    int symbol(const char *path)                  \
    {                                             \
        NEXT(int, #symbol, const char *);         \
        return fails_at(name, path) ? -1 : next(path); \
    }

OF_PATH(unlink, "unlink")
OF_PATH(rmdir, "rmdir")

#define OF_PATH_AND_MODE(symbol)                  \
    int symbol(const char *path, mode_t mode)     \
    {                                             \
        NEXT(int, #symbol, const char *, mode_t); \
        return fails_at(#symbol, path) ? -1 : next(path, mode); \
    }

OF_PATH_AND_MODE(mkdir)
OF_PATH_AND_MODE(chmod)

int access(const char *path, int mode)
{
    NEXT(int, "access", const char *, int);
    return fails_at("access", path) ? -1 : next(path, mode);
}

#define OF_TWO_PATHS(symbol)                      \
    int symbol(const char *path, const char *other) \
    {                                             \
        NEXT(int, #symbol, const char *, const char *); \
        return fails_at(#symbol, path) ? -1 : next(path, other); \
    }

OF_TWO_PATHS(rename)
OF_TWO_PATHS(link)

int linkat(int from, const char *path, int to, const char *other, int flags)
{
    NEXT(int, "linkat", int, const char *, int, const char *, int);
    return fails_at("link", path) ? -1 : next(from, path, to, other, flags);
}

#define STAT(symbol, kind)                        \
    int symbol(const char *path, struct kind *found) \
    {                                             \
        NEXT(int, #symbol, const char *, struct kind *); \
        return fails_at("stat", path) ? -1 : next(path, found); \
    }

STAT(stat, stat)
STAT(stat64, stat64)
STAT(lstat, stat)
STAT(lstat64, stat64)

#define FSTATAT(symbol, kind)                     \
    int symbol(int at, const char *path, struct kind *found, int flags) \
    {                                             \
        NEXT(int, #symbol, int, const char *, struct kind *, int); \
        return fails_at("stat", path) ? -1 : next(at, path, found, flags); \
    }

FSTATAT(fstatat, stat)
FSTATAT(fstatat64, stat64)

#define FSTAT(symbol, kind)                       \
    int symbol(int descriptor, struct kind *found) \
    {                                             \
        NEXT(int, #symbol, int, struct kind *);   \
        return watched[descriptor & (MOST - 1)] && fails_on("fstat", descriptor) \
            ? -1 : next(descriptor, found);       \
    }

FSTAT(fstat, stat)
FSTAT(fstat64, stat64)

DIR *opendir(const char *path)
{
    NEXT(DIR *, "opendir", const char *);
    if (fails_at("opendir", path))
        return NULL;
    DIR *opened = next(path);
    if (opened)
        noted(dirfd(opened), path);
    return opened;
}

#define READDIR(symbol, kind)                     \
    struct kind *symbol(DIR *opened)              \
    {                                             \
        NEXT(struct kind *, #symbol, DIR *);      \
        return fails_on("readdir", dirfd(opened)) ? NULL : next(opened); \
    }

READDIR(readdir, dirent)
READDIR(readdir64, dirent64)

int closedir(DIR *opened)
{
    NEXT(int, "closedir", DIR *);
    watched[dirfd(opened) & (MOST - 1)] = 0;
    return next(opened);
}

#define OF_BYTES(symbol, name, kind)              \
    ssize_t symbol(int descriptor, kind data, size_t size) \
    {                                             \
        NEXT(ssize_t, #symbol, int, kind, size_t); \
        return descriptor != trace && fails_on(name, descriptor) \
            ? -1 : next(descriptor, data, size);  \
    }

OF_BYTES(read, "read", void *)
OF_BYTES(write, "write", const void *)

#define PREAD(symbol, kind)                       \
    ssize_t symbol(int descriptor, void *data, size_t size, kind at) \
    {                                             \
        NEXT(ssize_t, #symbol, int, void *, size_t, kind); \
        return fails_on("read", descriptor) ? -1 : next(descriptor, data, size, at); \
    }

PREAD(pread, off_t)
PREAD(pread64, off64_t)

#define PWRITE(symbol, kind)                      \
    ssize_t symbol(int descriptor, const void *data, size_t size, kind at) \
    {                                             \
        NEXT(ssize_t, #symbol, int, const void *, size_t, kind); \
        return fails_on("write", descriptor) ? -1 : next(descriptor, data, size, at); \
    }

PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

#define OF_DESCRIPTOR(symbol)                     \
    int symbol(int descriptor)                    \
    {                                             \
        NEXT(int, #symbol, int);                  \
        return fails_on(#symbol, descriptor) ? -1 : next(descriptor); \
    }

OF_DESCRIPTOR(fsync)
OF_DESCRIPTOR(fdatasync)

int close(int descriptor)
{
    NEXT(int, "close", int);
    int is_ours = descriptor >= 0 && descriptor < MOST && watched[descriptor];
    int is_due = is_ours && fails_on("close", descriptor);
    int error = errno, result = next(descriptor);  /* it is closed, even where it fails */
    if (is_ours)
        watched[descriptor] = 0;
    if (is_due)
        errno = error;
    return is_due ? -1 : result;
}

#define TRUNCATE(symbol, kind)                    \
    int symbol(int descriptor, kind length)       \
    {                                             \
        NEXT(int, #symbol, int, kind);            \
        return fails_on("ftruncate", descriptor) ? -1 : next(descriptor, length); \
    }

TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

int flock(int descriptor, int operation)
{
    NEXT(int, "flock", int, int);
    return fails_on("flock", descriptor) ? -1 : next(descriptor, operation);
}

int tcsetattr(int descriptor, int when, const struct termios *modes)
{
    NEXT(int, "tcsetattr", int, int, const struct termios *);
    return fails_on("tcsetattr", descriptor) ? -1 : next(descriptor, when, modes);
}

int tcgetattr(int descriptor, struct termios *modes)
{
    NEXT(int, "tcgetattr", int, struct termios *);
    return fails_on("tcgetattr", descriptor) ? -1 : next(descriptor, modes);
}

int clock_gettime(clockid_t clock, struct timespec *found)
{
    NEXT(int, "clock_gettime", clockid_t, struct timespec *);
    int result = next(clock, found);
    if (now && clock == CLOCK_REALTIME)
        found->tv_sec = now;
    return result;
}
