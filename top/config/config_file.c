/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/config/config_file.h"

#include <errno.h>
#include <string.h>

#include "top/base/i18n.h"
#include "top/config/stock_config.h"
#include "top/config/trusted_file.h"

static void complain(struct buf *complaints, const char *path, const struct config_error *error)
{
    buf_printf(complaints, "%s:", path);
    if (error->line)
        buf_printf(complaints, "%zu:", error->line);
    buf_printf(complaints, " %s\n", buf_text(&error->why));
}

/* False when there is no such file. */
static bool read_if_there(const char *path, bool only_roots, struct buf *text,
                          struct config_error *error)
{
    int result = *path ? trusted_file_read(path, only_roots, CONFIG_BYTES_MAX, text) : -ENOENT;

    if (result == -ENOENT || result == -ENOTDIR)
        return false;
    if (result == -ENOMEM)
        error->why.failed = true;
    else if (result == -EPERM && only_roots)
        buf_puts(&error->why, _("left out, as others than root own it or may change it"));
    else if (result)
        buf_puts(&error->why, strerror(-result));
    return true;
}

/* In the order in which they are tried. */
static const struct candidate {
    enum config_path path;
    bool (*parse)(struct config *config, const char *text, size_t len, struct config_error *error);
} candidates[] = {
    {PATH_OURS, config_parse},
    {PATH_STOCK_HOME, stock_config_parse},
    {PATH_STOCK_CONFIG, stock_config_parse},
    {PATH_STOCK_DEFAULTS, stock_config_parse},
};

/* Whether there was a valid configuration. */
static bool try_file(const struct config_places *places, const struct candidate *file,
                     struct config *config, struct buf *complaints)
{
    struct buf path = {0}, text = {0};
    struct config_error error = {0};
    bool good = false;

    config_path_put(places, file->path, &path);
    if (read_if_there(buf_text(&path), places->only_roots, &text, &error)) {
        good = !error.why.len && file->parse(config, buf_text(&text), text.len, &error);
        if (!good)
            complain(complaints, buf_text(&path), &error);
    }
    complaints->failed |= path.failed || error.why.failed;
    buf_fini(&path);
    buf_fini(&text);
    buf_fini(&error.why);
    return good;
}

bool config_file_read(const struct config_places *places, struct config *config,
                      struct buf *complaints)
{
    bool found = false;

    config_init(config);
    for (size_t i = 0; !found && i < sizeof(candidates) / sizeof(candidates[0]); i++)
        found = try_file(places, &candidates[i], config, complaints);
    return found;
}

void config_file_read_limits(const struct config_places *places, struct stock_limits *limits,
                             struct buf *complaints)
{
    struct buf path = {0}, text = {0};
    struct config_error error = {0};

    *limits = (struct stock_limits){.secure = false};
    if (places->ordinary)
        config_path_put(places, PATH_STOCK_LIMITS, &path);
    if (read_if_there(buf_text(&path), places->only_roots, &text, &error) &&
        (error.why.len || !stock_limits_parse(limits, buf_text(&text), text.len, &error)))
        complain(complaints, buf_text(&path), &error);
    complaints->failed |= path.failed || error.why.failed;
    buf_fini(&path);
    buf_fini(&text);
    buf_fini(&error.why);
}
