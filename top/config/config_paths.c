/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/config/config_paths.h"

#include <unistd.h>

static bool is_absolute(const char *path)
{
    return path && *path == '/';
}

/* Below a folder of $XDG_CONFIG_HOME, or of its default ~/.config. */
static void put_below_config(const struct config_places *places, const char *folder,
                             struct buf *out)
{
    if (is_absolute(places->config_home))
        buf_printf(out, "%s/%s/%src", places->config_home, folder, places->program);
    else if (is_absolute(places->home))
        buf_printf(out, "%s/.config/%s/%src", places->home, folder, places->program);
}

static void put_below_system(const struct config_places *places, const char *name, struct buf *out)
{
    if (is_absolute(places->system))
        buf_printf(out, "%s/%s", places->system, name);
}

void config_path_put(const struct config_places *places, enum config_path path, struct buf *out)
{
    switch (path) {
    case PATH_OURS:
        put_below_config(places, "dotproc", out);
        break;
    case PATH_STOCK_HOME:
        if (is_absolute(places->home))
            buf_printf(out, "%s/.%src", places->home, places->program);
        break;
    case PATH_STOCK_CONFIG:
        put_below_config(places, "procps", out);
        break;
    case PATH_STOCK_DEFAULTS:
        put_below_system(places, "topdefaultrc", out);
        break;
    case PATH_STOCK_LIMITS:
        put_below_system(places, "toprc", out);
        break;
    }
}

void config_path_put_stock(const struct config_places *places, struct buf *out)
{
    config_path_put(places, PATH_STOCK_HOME, out);
    if (out->len && access(buf_text(out), F_OK) == 0)
        return;
    buf_clear(out);
    config_path_put(places, PATH_STOCK_CONFIG, out);
    if (out->len && access(buf_text(out), F_OK) != 0)
        buf_clear(out);
}
