/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/options.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "lib/base/array.h"
#include "lib/base/units.h"

struct ps_environment ps_environment_read(void)
{
    return (struct ps_environment){
        .ps_personality = getenv("PS_PERSONALITY"),
        .cmd_env = getenv("CMD_ENV"),
        .broken_ps = getenv("I_WANT_A_BROKEN_PS"),
        .xpg = getenv("_XPG"),
        .ps_format = getenv("PS_FORMAT"),
        .hide_kernel = getenv("LIBPROC_HIDE_KERNEL"),
        .procfs = getenv("PROCFS_PATH"),
        .source = getenv("DOTPROC_SOURCE"),
        .columns = getenv("COLUMNS"),
        .lines = getenv("LINES"),
        .euid = geteuid(),
    };
}

void ps_options_init(struct ps_options *options)
{
    *options = (struct ps_options){.patience_ns = NS_PER_S};
}

void ps_options_fini(struct ps_options *options)
{
    selection_fini(&options->selection);
    format_fini(&options->format);
    format_fini(&options->group_keys);
    arena_fini(&options->arena);
    free(options->only);
    free(options->sort);
    ps_options_init(options);
}

int ps_options_add_sort(struct ps_options *options, struct sort_key key)
{
    if (ARRAY_RESERVE(&options->sort, &options->sort_capacity, options->sort_count + 1) < 0)
        return -ENOMEM;
    options->sort[options->sort_count++] = key;
    return 0;
}
