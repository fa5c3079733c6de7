/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_CONFIG_CONFIG_FILE_H
#define DOTPROC_TOP_CONFIG_CONFIG_FILE_H

/*
 * Where configurations stand, and how they get there.
 *
 * Ours is $XDG_CONFIG_HOME/dotproc/toprc. Where there is none, stock top's is looked for in its
 * places: $HOME/.toprc, $XDG_CONFIG_HOME/procps/toprc, and then /etc/topdefaultrc. All but the
 * last part, "top", is as the program is called. Only absolute paths count, so nothing is ever
 * read from the working directory. As configurations have commands in them, root believes none that
 * others may have written: sudo may have kept their HOME.
 */

#include "top/config/config.h"
#include "top/config/stock_config.h"

/* What the paths are made of; NULL: not set. */
struct config_places {
    const char *program;     /* without a '/' */
    const char *home;        /* $HOME */
    const char *config_home; /* $XDG_CONFIG_HOME */
    const char *system;      /* "/etc" */
    bool ordinary;           /* the user is not root, so the system's limits count */
    bool only_roots; /* the user is root: files that others own or may change do not count */
};

/* Appends the path that W writes to; nothing when there is no place for it. */
void config_file_put_path(const struct config_places *places, struct buf *out);

/*
 * Reads the first configuration that there is and that has no mistake; what there is to say of
 * others comes as lines in `complaints`. False without any: the config is as on first start.
 */
bool config_file_read(const struct config_places *places, struct config *config,
                      struct buf *complaints);

/* Reads the limits that the system has set to ordinary users. */
void config_file_read_limits(const struct config_places *places, struct stock_limits *limits,
                             struct buf *complaints);

/*
 * Writes a text so that at every moment either it or what was there before is complete; only its
 * owner may read it. Folders that are missing are made; root writes into none that others may
 * change, which is -EPERM. 0 or -errno.
 */
int config_file_write(const char *path, const char *text, size_t len);

#endif
