/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TOP_CONFIG_CONFIG_LOAD_H
#define DOTPROC_TOP_CONFIG_CONFIG_LOAD_H

/* What configuration files say at a start: those of the user and of the system together. */

#include "top/config/config_file.h"

struct loaded_config {
    struct config config;
    bool secure;           /* the system has it so for this user */
    struct buf path;       /* where W saves; "": nowhere */
    struct buf stock_path; /* stock top's configuration of this user; "": none */
    struct buf complaints; /* lines */
};

/*
 * Reads the files that belong to this user and to this name of the program, as $HOME and
 * $XDG_CONFIG_HOME say; with `defaults` only the system's limits. 0 or -ENOMEM; config_unload() is
 * to follow in both cases.
 */
int config_load(struct loaded_config *loaded, const char *program, bool defaults);
void config_unload(struct loaded_config *loaded);

#endif
