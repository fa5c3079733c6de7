/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Names by number come from a table of fixed device numbers
 * (Documentation/admin-guide/devices.txt), so common terminals need no lookup. Numbers by name are
 * read from device files, because a user may name any of them.
 */
#include "lib/text/tty.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "lib/base/array.h"
#include "lib/base/kernel.h"

/* A range of consecutive terminals. */
struct tty_range {
    uint32_t major;
    uint32_t first, last; /* minor numbers */
    const char *prefix;
    int32_t offset; /* number in the first name; NO_NUMBER: the only one has none */
};

#define NO_NUMBER (-1)

#define MINOR_MAX  0xfffff
#define PTS_MAJOR  136
#define PTY_MAJOR  3
#define BYTE_MINOR 0xff

static const struct tty_range tty_ranges[] = {
    {4, 0, 63, "tty", 0},
    {4, 64, BYTE_MINOR, "ttyS", 0},
    {PTS_MAJOR, 0, MINOR_MAX, "pts/", 0},
    /* Before 2.6.4 each of eight major numbers had 256 terminals. */
    {137, 0, BYTE_MINOR, "pts/", 256},
    {138, 0, BYTE_MINOR, "pts/", 512},
    {139, 0, BYTE_MINOR, "pts/", 768},
    {140, 0, BYTE_MINOR, "pts/", 1024},
    {141, 0, BYTE_MINOR, "pts/", 1280},
    {142, 0, BYTE_MINOR, "pts/", 1536},
    {143, 0, BYTE_MINOR, "pts/", 1792},
    {166, 0, BYTE_MINOR, "ttyACM", 0},
    {188, 0, BYTE_MINOR, "ttyUSB", 0},
    {204, 64, 79, "ttyAMA", 0},
    {229, 0, BYTE_MINOR, "hvc", 0},
    {5, 0, 0, "tty", NO_NUMBER},
    {5, 1, 1, "console", NO_NUMBER},
    {5, 2, 2, "ptmx", NO_NUMBER},
};

static uint32_t tty_major(uint32_t tty)
{
    return (tty >> 8) & 0xfff;
}

static uint32_t tty_minor(uint32_t tty)
{
    return (tty & 0xff) | ((tty >> 12) & 0xfff00);
}

static bool put_known(struct buf *out, uint32_t major, uint32_t minor)
{
    for (size_t i = 0; i < ARRAY_COUNT(tty_ranges); i++) {
        const struct tty_range *range = &tty_ranges[i];

        if (range->major == major && range->first <= minor && minor <= range->last) {
            buf_puts(out, range->prefix);
            if (range->offset != NO_NUMBER)
                buf_put_u64(out, minor - range->first + (uint32_t)range->offset);
            return true;
        }
    }
    return false;
}

/* BSD pseudo-terminals: ttyp0 to ttypf, ttyq0 ... ttyz, ttya ... ttyef. */
static bool put_bsd_pty(struct buf *out, uint32_t major, uint32_t minor)
{
    if (major != PTY_MAJOR || minor > BYTE_MINOR)
        return false;
    buf_puts(out, "tty");
    buf_putc(out, "pqrstuvwxyzabcde"[minor / 16]);
    buf_putc(out, "0123456789abcdef"[minor % 16]);
    return true;
}

/* Appends the value of DEVNAME= in the device's uevent, for instance "3270/tty1". */
static bool put_from_sysfs(struct buf *out, uint32_t major, uint32_t minor)
{
    static const char key[] = "DEVNAME=";
    char path[64], text[512];
    const char *name;

    snprintf(path, sizeof(path), "/sys/dev/char/%u:%u/uevent", major, minor);
    if (!kernel_file_read(path, text, sizeof(text)))
        return false;
    name = strstr(text, key);
    if (!name)
        return false;
    name += sizeof(key) - 1;
    buf_put(out, name, strcspn(name, "\n"));
    return true;
}

void tty_put_name(struct buf *out, uint32_t tty, bool live)
{
    uint32_t major = tty_major(tty);
    uint32_t minor = tty_minor(tty);

    if (tty == 0) {
        buf_putc(out, '?');
        return;
    }
    if (put_known(out, major, minor) || put_bsd_pty(out, major, minor) ||
        (live && put_from_sysfs(out, major, minor)))
        return;
    buf_put_u64(out, major);
    buf_putc(out, ':');
    buf_put_u64(out, minor);
}

static uint32_t encode(uint32_t major, uint32_t minor)
{
    return (minor & 0xff) | (major & 0xfff) << 8 | (minor & 0xfff00) << 12;
}

static int number_of_file(const char *path, uint32_t *tty)
{
    struct stat info;

    if (stat(path, &info) < 0)
        return -ENOENT;
    if (!S_ISCHR(info.st_mode))
        return -ENOTTY;
    *tty = encode(major(info.st_rdev), minor(info.st_rdev));
    return 0;
}

/* As many as the fixed majors 136 to 143 of old kernels have; stock ps refuses any without a
 * device. */
#define PTS_MAX 2047

/*
 * "pts/N" by its fixed number, major 136 and minor N: terminals of a recorded tree or of another
 * mount namespace may have no device file here.
 */
static int number_of_pts(const char *name, uint32_t *tty)
{
    char *end;
    unsigned long number;

    if (strncmp(name, "pts/", 4) != 0 || name[4] < '0' || name[4] > '9')
        return -ENOENT;
    number = strtoul(name + 4, &end, 10);
    if (*end || number > PTS_MAX || (name[4] == '0' && name[5]))
        return -ENOENT;
    *tty = encode(PTS_MAJOR, (uint32_t)number);
    return 0;
}

int tty_by_name(const char *name, uint32_t *tty)
{
    static const char *const patterns[][2] = {
        {"/dev/pts/", ""}, {"/dev/", ""}, {"/dev/tty", ""}, {"/dev/pty", ""}, {"/dev/", "nsole"},
    };
    char path[256];

    if (strcmp(name, "-") == 0 || strcmp(name, "?") == 0) {
        *tty = 0;
        return 0;
    }
    if (name[0] == '/')
        return number_of_file(name, tty);
    for (size_t i = 0; i < ARRAY_COUNT(patterns); i++) {
        int len = snprintf(path, sizeof(path), "%s%s%s", patterns[i][0], name, patterns[i][1]);
        int result = len > 0 && (size_t)len < sizeof(path) ? number_of_file(path, tty) : -ENOENT;

        if (result != -ENOENT)
            return result;
    }
    return number_of_pts(name, tty);
}
