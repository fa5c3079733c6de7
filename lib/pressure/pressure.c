/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/pressure/pressure.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/kernel.h"
#include "lib/base/number.h"

/* --- numbers in files of several lines --- */

/* The text after the name in its line; NULL if there is no such line. */
static const char *find_line(const char *text, const char *name)
{
    const size_t len = strlen(name);

    while (text && strncmp(text, name, len) != 0) {
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
    return text ? text + len : NULL;
}

/* The next digit of a fraction; 0 after the last. */
static unsigned take_digit(const char **at)
{
    return **at >= '0' && **at <= '9' ? (unsigned)(*(*at)++ - '0') : 0;
}

bool line_number_find(const char *text, const char *name, unsigned places, uint64_t *number)
{
    const char *at = find_line(text, name);

    *number = 0;
    if (!at || !decimal_take(&at, at + strlen(at), number))
        return false;
    if (*at == '.')
        at++;
    for (unsigned i = 0; i < places; i++)
        *number = decimal_append(*number, take_digit(&at));
    return true;
}

/* --- PSI --- */

/* Both lines of a file have 150 bytes at most; a later kernel may have more lines. */
#define FILE_BYTES 4096

static const char *const names[PRESSURE_KINDS] = {
    [PRESSURE_CPU] = "cpu",
    [PRESSURE_MEMORY] = "memory",
    [PRESSURE_IO] = "io",
};

const char *pressure_name(enum pressure_kind kind)
{
    return names[kind];
}

/*
 * Parses "some avg10=2.66 avg60=1.70 avg300=2.48 total=18538468" and a line that begins with
 * "full".
 */
void pressure_parse(const char *text, struct pressure *pressure)
{
    uint64_t some, full;

    pressure->has_some = line_number_find(text, "some avg10=", 2, &some);
    pressure->has_full = line_number_find(text, "full avg10=", 2, &full);
    pressure->some = (double)some / 100;
    pressure->full = (double)full / 100;
}

void pressures_read(const char *folder, struct pressure pressures[PRESSURE_KINDS])
{
    for (enum pressure_kind kind = 0; kind < PRESSURE_KINDS; kind++) {
        char path[PATH_MAX];
        char text[FILE_BYTES];
        const int len = snprintf(path, sizeof(path), "%s/%s", folder, names[kind]);

        pressures[kind] = (struct pressure){.has_some = false};
        if ((size_t)len < sizeof(path) && kernel_file_read(path, text, sizeof(text)))
            pressure_parse(text, &pressures[kind]);
    }
}

void pressures_read_host(struct pressure pressures[PRESSURE_KINDS])
{
    pressures_read("/proc/pressure", pressures);
}

bool pressures_known(const struct pressure pressures[PRESSURE_KINDS])
{
    bool known = false;

    for (enum pressure_kind kind = 0; kind < PRESSURE_KINDS; kind++)
        known |= pressures[kind].has_some || pressures[kind].has_full;
    return known;
}

static void put_share(struct buf *out, double share, bool is_known)
{
    if (is_known)
        buf_printf(out, "%.1f", share);
    else
        buf_putc(out, '-');
}

void pressure_put(struct buf *out, const struct pressure *pressure)
{
    put_share(out, pressure->some, pressure->has_some);
    buf_putc(out, '/');
    put_share(out, pressure->full, pressure->has_full);
}

/* --- cgroups --- */

/* The start of the line for cgroup v2, which is the last one. */
#define VERSION_2 "0::"

/* The text after the last VERSION_2 that begins a list element; NULL if there is none. */
static const char *find_path(const char *groups)
{
    const char *found = strncmp(groups, VERSION_2, strlen(VERSION_2)) == 0 ? groups : NULL;

    for (const char *at = strstr(groups, "," VERSION_2); at; at = strstr(at + 1, "," VERSION_2))
        found = at + 1;
    return found ? found + strlen(VERSION_2) : NULL;
}

bool cgroup_leads_out(const char *path)
{
    const char *at = strstr(path, "/..");

    while (at && at[3] != '/' && at[3] != '\0')
        at = strstr(at + 1, "/..");
    return at != NULL;
}

void cgroup_pressure_find(const char *groups, char path[CGROUP_PATH_SIZE])
{
    const char *found = find_path(groups);

    *path = '\0';
    if (found && *found == '/' && strlen(found) < CGROUP_PATH_SIZE && !cgroup_leads_out(found))
        memcpy(path, found, strlen(found) + 1);
}
