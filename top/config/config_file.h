/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_CONFIG_CONFIG_FILE_H
#define DOTPROC_TOP_CONFIG_CONFIG_FILE_H

/*
 * The configuration files: their paths, and the settings of the user's and the system's files
 * together. Only absolute paths are used, so nothing is read from the working directory.
 */

#include <stddef.h>
#include <sys/stat.h>

#include "lib/base/buf.h"
#include "top/config/config.h"

/* The parts of the paths; NULL: not set. */
struct config_places {
    const char *program;     /* without a '/' */
    const char *home;        /* $HOME */
    const char *config_home; /* $XDG_CONFIG_HOME */
    const char *system;      /* "/etc" */
    bool ordinary;           /* the user is not root, so the system's limits apply */
    bool only_roots;         /* the user is root: files that others own or may change are ignored */
};

/* "top" is the name by which the program was called, except in /etc. */
enum config_path {
    PATH_OURS,           /* $XDG_CONFIG_HOME/dotproc/toprc */
    PATH_STOCK_HOME,     /* $HOME/.toprc */
    PATH_STOCK_CONFIG,   /* $XDG_CONFIG_HOME/procps/toprc */
    PATH_STOCK_DEFAULTS, /* /etc/topdefaultrc */
    PATH_STOCK_LIMITS,   /* /etc/toprc */
};

/* Appends a path, or nothing if it has none. */
void config_path_put(const struct config_places *places, enum config_path path, struct buf *out);

/*
 * Appends the path of the user's configuration of stock top, which is read if there is none of
 * ours; nothing if it does not exist.
 */
void config_path_put_stock(const struct config_places *places, struct buf *out);

/*
 * Reads the first configuration that exists and has no mistake; appends a line to `complaints` for
 * each one with a mistake. False when there is none: the config is as on first start. When memory
 * is short `complaints` has failed and the config must not be used.
 */
bool config_file_read(const struct config_places *places, struct config *config,
                      struct buf *complaints);

/* Whether there is a file of our form that config_file_read() would refuse. */
bool config_file_is_refused(const char *path);

/* Reads the system's limits for ordinary users; they are unknown if `complaints` has failed. */
void config_file_read_limits(const struct config_places *places, struct stock_limits *limits,
                             struct buf *complaints);

struct loaded_config {
    struct config config;
    bool secure;           /* secure mode, set by the system for this user */
    struct buf path;       /* the file that W writes; "": none */
    struct buf stock_path; /* stock top's configuration of this user; "": none */
    struct buf complaints; /* lines */
};

/*
 * Reads the files for this user and this name of the program, by $HOME and $XDG_CONFIG_HOME; with
 * `defaults` only the system's limits. 0 or -ENOMEM; call config_unload() in both cases.
 */
int config_load(struct loaded_config *loaded, const char *program, bool defaults);
void config_unload(struct loaded_config *loaded);

/*
 * Files that other users may have written. Configurations contain commands, so root refuses such
 * files: sudo may have kept a user's HOME.
 */

/* Whether only root can have written it. A link is as trusted as its folder. */
bool trusted_file_is_roots(const struct stat *status);

/*
 * Appends the text of a file. 0; -EFBIG for more than `most` bytes; -EINVAL if it is not a regular
 * file, which might block; -EPERM with `only_roots` if others can have written it; or -errno.
 */
int trusted_file_read(const char *path, bool only_roots, size_t most, struct buf *text);

/*
 * Replaces a file atomically, so that either the old or the new text is complete; mode 0600.
 * Creates missing folders, and replaces the target of a link. For root it replaces the link itself,
 * and returns -EPERM for a folder that others may change. With `kept` the old file is kept with a ~
 * after its name, and that path is appended to `kept`. 0 or -errno.
 */
int atomic_file_write(const char *path, const char *text, size_t len, struct buf *kept);

#endif
