/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_CONFIG_CONFIG_FILE_H
#define DOTPROC_TOP_CONFIG_CONFIG_FILE_H

/*
 * The paths of configurations, and reading and writing them.
 *
 * Ours is $XDG_CONFIG_HOME/dotproc/toprc. Without one, stock top's is read: $HOME/.toprc,
 * $XDG_CONFIG_HOME/procps/toprc or /etc/topdefaultrc. Except in the last, "top" stands for the name
 * that the program is called by. Only absolute paths count, so nothing is ever read from the
 * working directory. Configurations contain commands, so root trusts none that others may have
 * written: sudo may have kept their HOME.
 */

#include "top/config/config.h"
#include "top/config/stock_config.h"
#include "top/config/stock_limits.h"

/* The parts of the paths; NULL: not set. */
struct config_places {
    const char *program;     /* without a '/' */
    const char *home;        /* $HOME */
    const char *config_home; /* $XDG_CONFIG_HOME */
    const char *system;      /* "/etc" */
    bool ordinary;           /* the user is not root, so the system's limits apply */
    bool only_roots; /* the user is root: files that others own or may change do not count */
};

/* Appends the path that W writes to, or nothing when there is none. */
void config_file_put_path(const struct config_places *places, struct buf *out);

/*
 * Appends the path of stock top's configuration that the user has, before which that of W is read,
 * or nothing when there is none.
 */
void config_file_put_stock_path(const struct config_places *places, struct buf *out);

/*
 * Reads the first configuration that exists and has no mistake; appends a line to `complaints` for
 * each one with a mistake. False when there is none: the config is as on first start. When memory
 * is short `complaints` has failed, and the config is not to be used.
 */
bool config_file_read(const struct config_places *places, struct config *config,
                      struct buf *complaints);

/* Reads the system's limits for ordinary users; they are unknown where `complaints` has failed. */
void config_file_read_limits(const struct config_places *places, struct stock_limits *limits,
                             struct buf *complaints);

/*
 * Replaces a file atomically, so that either the old or the new text is complete; mode 0600.
 * Creates missing folders, and replaces what a link in the file's place leads to; but for root it
 * replaces the link, and writes into no folder that others may change, which is -EPERM. 0 or
 * -errno.
 */
int config_file_write(const char *path, const char *text, size_t len);

#endif
