/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/pressure/pressure.h"

#include <limits.h>
#include <stdio.h>

#include "lib/base/kernel.h"
#include "lib/base/span.h"

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
