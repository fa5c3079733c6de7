/* SPDX-License-Identifier: GPL-2.0-or-later */
/* See linux/fuse.h for the protocol; requests without an answer here are not needed for a file. */
#include "tests/stuck/hanging_fs.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fuse.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#define PAGE_BYTES  4096
#define ANSWER_MOST PAGE_BYTES

/* A version that every kernel since 5.4 answers. */
#define MINOR 31

static int answer(const struct hanging_fs *fs, const struct fuse_in_header *request, int error,
                  const void *body, size_t len)
{
    static char reply[sizeof(struct fuse_out_header) + ANSWER_MOST];
    const struct fuse_out_header header = {
        .len = (uint32_t)(sizeof(header) + len),
        .error = -error,
        .unique = request->unique,
    };

    memcpy(reply, &header, sizeof(header));
    if (len > 0)
        memcpy(reply + sizeof(header), body, len);
    /* ENOENT: whoever asked has been interrupted. */
    return write(fs->fd, reply, header.len) < 0 && errno != ENOENT ? -errno : 0;
}

static struct fuse_attr attributes(uint64_t node)
{
    const bool is_root = node == FUSE_ROOT_ID;

    return (struct fuse_attr){
        .ino = node,
        .size = is_root ? 0 : PAGE_BYTES,
        .mode = is_root ? S_IFDIR | 0755 : S_IFREG | 0666,
        .nlink = 1,
        .blksize = PAGE_BYTES,
    };
}

/* Whoever waits for a page that is read ahead can be killed, as on NFS; for a request, not. */
static int answer_init(const struct hanging_fs *fs, const struct fuse_in_header *request)
{
    const struct fuse_init_out init = {
        .major = FUSE_KERNEL_VERSION,
        .minor = MINOR,
        .max_readahead = PAGE_BYTES,
        .flags = FUSE_ASYNC_READ,
        .max_write = PAGE_BYTES,
    };

    return answer(fs, request, 0, &init, sizeof(init));
}

/* Each name is another file: its number is made of its letters. */
static int answer_lookup(const struct hanging_fs *fs, const struct fuse_in_header *request,
                         const char *name)
{
    struct fuse_entry_out entry = {.nodeid = FUSE_ROOT_ID + 1, .attr_valid = 1};

    for (; *name; name++)
        entry.nodeid = entry.nodeid * 31 + (unsigned char)*name;
    entry.attr = attributes(entry.nodeid);
    return answer(fs, request, 0, &entry, sizeof(entry));
}

static int answer_attributes(const struct hanging_fs *fs, const struct fuse_in_header *request)
{
    const struct fuse_attr_out out = {.attr_valid = 1, .attr = attributes(request->nodeid)};

    return answer(fs, request, 0, &out, sizeof(out));
}

static int take_request(struct hanging_fs *fs, const struct fuse_in_header *request,
                        const char *body)
{
    static const char page[PAGE_BYTES];

    switch (request->opcode) {
    case FUSE_INIT:
        return answer_init(fs, request);
    case FUSE_LOOKUP:
        return answer_lookup(fs, request, body);
    case FUSE_GETATTR:
    case FUSE_SETATTR:
        return answer_attributes(fs, request);
    case FUSE_OPEN:
        /* Else whoever opens it next would wait for the page of the reader before. */
        return answer(fs, request, 0, &(struct fuse_open_out){.open_flags = FOPEN_KEEP_CACHE},
                      sizeof(struct fuse_open_out));
    case FUSE_READ:
        return fs->reads_hang ? 0 : answer(fs, request, 0, page, sizeof(page));
    case FUSE_RELEASE:
    case FUSE_FLUSH:
        return answer(fs, request, 0, NULL, 0);
    case FUSE_WRITE:
        fs->writes++;
        return 0;
    case FUSE_FORGET:
    case FUSE_BATCH_FORGET:
    case FUSE_INTERRUPT:
        return 0;
    default:
        return answer(fs, request, ENOSYS, NULL, 0);
    }
}

int hanging_fs_open(struct hanging_fs *fs, const char *directory)
{
    char options[80];

    *fs = (struct hanging_fs){0};
    fs->fd = open("/dev/fuse", O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (fs->fd < 0)
        return -errno;
    snprintf(options, sizeof(options), "fd=%d,rootmode=40000,user_id=0,group_id=0", fs->fd);
    if (unshare(CLONE_NEWNS) < 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0 ||
        mount("hanging", directory, "fuse", MS_NOSUID | MS_NODEV, options) < 0) {
        int result = -errno;

        close(fs->fd);
        return result;
    }
    return 0;
}

int hanging_fs_answer(struct hanging_fs *fs)
{
    static _Alignas(struct fuse_in_header) char buffer[FUSE_MIN_READ_BUFFER + PAGE_BYTES];

    for (;;) {
        ssize_t len = read(fs->fd, buffer, sizeof(buffer) - 1);
        int result;

        if (len < 0)
            return errno == EAGAIN ? 0 : -errno;
        buffer[len] = '\0';
        result = take_request(fs, (const void *)buffer, buffer + sizeof(struct fuse_in_header));
        if (result < 0)
            return result;
    }
}

void hanging_fs_close(struct hanging_fs *fs)
{
    close(fs->fd);
}
