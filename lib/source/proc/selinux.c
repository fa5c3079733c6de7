/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/selinux.h"

#include <errno.h>
#include <stddef.h>

#include "lib/base/library.h"
#include "lib/source/proc/read.h"

void selinux_fini(struct selinux *selinux)
{
    library_close(selinux->library);
    *selinux = (struct selinux){0};
}

static void load_selinux(struct selinux *selinux)
{
    int (*is_enabled)(void) = NULL;
    const struct library_symbol symbols[] = {
        {"is_selinux_enabled", &is_enabled},
        {"getpidcon", &selinux->getpidcon},
        {"freecon", &selinux->freecon},
    };

    selinux->library =
        library_open("libselinux.so.1", symbols, sizeof(symbols) / sizeof(symbols[0]), NULL);
    if (selinux->library && is_enabled() <= 0)
        selinux_fini(selinux);
    selinux->tried = true;
}

bool selinux_is_used(struct selinux *selinux)
{
    if (!selinux->tried)
        load_selinux(selinux);
    return selinux->library != NULL;
}

int selinux_label(const struct selinux *selinux, pid_t tid, char **label)
{
    *label = NULL;
    return selinux->getpidcon(tid, label) < 0 ? read_error(-errno) : 0;
}

void selinux_free(const struct selinux *selinux, char *label)
{
    selinux->freecon(label);
}
