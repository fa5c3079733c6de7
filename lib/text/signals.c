/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The numbers of the classic signals differ between architectures, so their table uses the
 * constants of signal.h. Real-time signals are counted from SIGRTMIN, which the C library
 * determines: it reserves the first ones of the kernel, which ps calls LIBC.
 */
#include "lib/text/signals.h"

#include <ctype.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lib/base/array.h"

/* The kernel's first real-time signal. */
#define KERNEL_SIGRTMIN 32

static const char *const classic_names[KERNEL_SIGRTMIN] = {
    [SIGHUP] = "HUP",       [SIGINT] = "INT",   [SIGQUIT] = "QUIT",   [SIGILL] = "ILL",
    [SIGTRAP] = "TRAP",     [SIGABRT] = "ABRT", [SIGBUS] = "BUS",     [SIGFPE] = "FPE",
    [SIGKILL] = "KILL",     [SIGUSR1] = "USR1", [SIGSEGV] = "SEGV",   [SIGUSR2] = "USR2",
    [SIGPIPE] = "PIPE",     [SIGALRM] = "ALRM", [SIGTERM] = "TERM",   [SIGCHLD] = "CHLD",
    [SIGCONT] = "CONT",     [SIGSTOP] = "STOP", [SIGTSTP] = "TSTP",   [SIGTTIN] = "TTIN",
    [SIGTTOU] = "TTOU",     [SIGURG] = "URG",   [SIGXCPU] = "XCPU",   [SIGXFSZ] = "XFSZ",
    [SIGVTALRM] = "VTALRM", [SIGPROF] = "PROF", [SIGWINCH] = "WINCH", [SIGPOLL] = "POLL",
    [SIGPWR] = "PWR",       [SIGSYS] = "SYS",
#ifdef SIGSTKFLT
    [SIGSTKFLT] = "STKFLT",
#endif
};

static const char *const libc_names[] = {"LIBC+00", "LIBC+01", "LIBC+02"};

static const char *const realtime_names[] = {
    "RTMIN",    "RTMIN+01", "RTMIN+02", "RTMIN+03", "RTMIN+04", "RTMIN+05", "RTMIN+06", "RTMIN+07",
    "RTMIN+08", "RTMIN+09", "RTMIN+10", "RTMIN+11", "RTMIN+12", "RTMIN+13", "RTMIN+14", "RTMIN+15",
    "RTMIN+16", "RTMIN+17", "RTMIN+18", "RTMIN+19", "RTMIN+20", "RTMIN+21", "RTMIN+22", "RTMIN+23",
    "RTMIN+24", "RTMIN+25", "RTMIN+26", "RTMIN+27", "RTMIN+28", "RTMIN+29", "RTMIN+30", "RTMIN+31",
};

/* Aliases. */
static const struct {
    const char *name;
    int number;
} aliases[] = {{"IOT", SIGIOT}, {"CLD", SIGCHLD}, {"IO", SIGPOLL}};

static const char *element(const char *const *names, size_t count, int index)
{
    return index >= 0 && (size_t)index < count ? names[index] : NULL;
}

const char *signal_name(int number)
{
    if (number < KERNEL_SIGRTMIN)
        return element(classic_names, ARRAY_COUNT(classic_names), number);
    if (number < SIGRTMIN)
        return element(libc_names, ARRAY_COUNT(libc_names), number - KERNEL_SIGRTMIN);
    if (number == SIGRTMAX)
        return "RTMAX";
    if (number > SIGRTMAX)
        return NULL;
    return element(realtime_names, ARRAY_COUNT(realtime_names), number - SIGRTMIN);
}

/* A decimal number without a sign and nothing after it; else -1. */
static int parse_number(const char *text)
{
    char *end;
    unsigned long number;

    if (!isdigit((unsigned char)text[0]))
        return -1;
    number = strtoul(text, &end, 10);
    return *end == '\0' && number <= (unsigned long)SIGRTMAX ? (int)number : -1;
}

/* "RTMIN", "RTMIN+3", "RTMAX-3". */
static int parse_realtime(const char *name)
{
    int base, offset;

    if (strncasecmp(name, "RTMIN", 5) == 0)
        base = SIGRTMIN;
    else if (strncasecmp(name, "RTMAX", 5) == 0)
        base = SIGRTMAX;
    else
        return -1;
    if (name[5] == '\0')
        return base;
    if (name[5] != (base == SIGRTMIN ? '+' : '-'))
        return -1;
    offset = parse_number(name + 6);
    if (offset < 0 || offset > SIGRTMAX - SIGRTMIN)
        return -1;
    return base == SIGRTMIN ? base + offset : base - offset;
}

int signal_by_name(const char *name)
{
    int number = parse_number(name);

    if (number >= 0)
        return number;
    if (strncasecmp(name, "SIG", 3) == 0)
        name += 3;
    for (size_t i = 0; i < ARRAY_COUNT(classic_names); i++) {
        if (classic_names[i] && strcasecmp(name, classic_names[i]) == 0)
            return (int)i;
    }
    for (size_t i = 0; i < ARRAY_COUNT(aliases); i++) {
        if (strcasecmp(name, aliases[i].name) == 0)
            return aliases[i].number;
    }
    return parse_realtime(name);
}
