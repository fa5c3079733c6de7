/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/text/tty.h"
#include "tests/unit/run.h"

/* As the kernel encodes it. */
#define TTY(major, minor) (((minor)&0xffu) | (major) << 8 | ((minor)&0xfff00u) << 12)

static const struct {
    uint32_t tty;
    const char *name;
} names[] = {
    {0, "?"},
    {TTY(4u, 0u), "tty0"},
    {TTY(4u, 63u), "tty63"},
    {TTY(4u, 64u), "ttyS0"},
    {TTY(4u, 255u), "ttyS191"},
    {TTY(5u, 1u), "console"},
    {TTY(136u, 3u), "pts/3"},
    {TTY(136u, 256u), "pts/256"},
    {TTY(136u, 1048575u), "pts/1048575"},
    {TTY(137u, 5u), "pts/261"},
    {TTY(143u, 255u), "pts/2047"},
    {TTY(3u, 0u), "ttyp0"},
    {TTY(3u, 0x1fu), "ttyqf"},
    {TTY(3u, 255u), "ttyef"},
    {TTY(188u, 0u), "ttyUSB0"},
    {TTY(204u, 64u), "ttyAMA0"},
    {TTY(204u, 80u), "204:80"},
    {TTY(4095u, 1048575u), "4095:1048575"},
};

LOOP(name_by_number, COUNT_OF(names))
{
    struct buf out = {0};

    tty_put_name(&out, names[_i].tty, false);
    BUF_CHECK(&out, names[_i].name);
}

/* A device that every host has, though it is no terminal: only sysfs can name it. */
CASE(unknown_numbers_are_looked_up)
{
    static const char uevent[] = "/sys/dev/char/1:3/uevent";
    struct buf out = {0};

    tty_put_name(&out, TTY(1u, 3u), true);
    BUF_CHECK(&out, access(uevent, R_OK) == 0 ? "null" : "1:3");
}

static const struct {
    const char *name;
    int result;
    uint32_t tty;
} numbers[] = {
    {"-", 0, 0},
    {"?", 0, 0},
    {"/dev/null", 0, TTY(1u, 3u)},
    {"null", 0, TTY(1u, 3u)},
    {"/dev", -ENOTTY, 0},
    {"/dev/no-such-terminal", -ENOENT, 0},
    {"no-such-terminal", -ENOENT, 0},
    {"pts/2047", 0, TTY(136u, 2047u)},
    {"pts/2048", -ENOENT, 0},
    {"pts/02047", -ENOENT, 0},
};

LOOP(number_by_name, COUNT_OF(numbers))
{
    uint32_t tty = 77;

    ck_assert_int_eq(tty_by_name(numbers[_i].name, &tty), numbers[_i].result);
    if (numbers[_i].result == 0)
        ck_assert_uint_eq(tty, numbers[_i].tty);
}

CASE(long_name_is_no_terminal)
{
    char name[1000];
    uint32_t tty;

    memset(name, 'x', sizeof(name) - 1);
    name[sizeof(name) - 1] = '\0';
    ck_assert_int_eq(tty_by_name(name, &tty), -ENOENT);
}

/* A terminal of our own, by its path, its name and its number alone. */
CASE(there_and_back)
{
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    const char *path = master < 0 || unlockpt(master) < 0 ? NULL : ptsname(master);

    if (path && strncmp(path, "/dev/pts/", 9) == 0 && access(path, F_OK) == 0) {
        const char *const ways[] = {path, path + 5, path + 9};

        for (int i = 0; i < COUNT_OF(ways); i++) {
            struct buf out = {0};
            uint32_t tty = 0;

            ck_assert_int_eq(tty_by_name(ways[i], &tty), 0);
            tty_put_name(&out, tty, false);
            BUF_CHECK(&out, path + 5);
        }
    }
    if (master >= 0)
        close(master);
}
