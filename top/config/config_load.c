/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/config/config_load.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

int config_load(struct loaded_config *loaded, const char *program, bool defaults)
{
    const struct config_places places = {
        .program = program,
        .home = getenv("HOME"),
        .config_home = getenv("XDG_CONFIG_HOME"),
        .system = "/etc",
        .ordinary = getuid() != 0,
        .only_roots = geteuid() == 0,
    };
    struct stock_limits limits;
    bool found = false;

    *loaded = (struct loaded_config){.secure = false};
    config_init(&loaded->config);
    config_path_put(&places, PATH_OURS, &loaded->path);
    config_path_put_stock(&places, &loaded->stock_path);
    config_file_read_limits(&places, &limits, &loaded->complaints);
    loaded->secure = limits.secure;
    if (!defaults)
        found = config_file_read(&places, &loaded->config, &loaded->complaints);
    /* Even if that file has a mistake. */
    if (!found && !defaults && loaded->stock_path.len > 0)
        config_show_as_stock(&loaded->config);
    /* Users who may not choose a delay have no use for one of their own in a file. */
    if (limits.has_delay && (limits.secure || !found))
        loaded->config.settings.delay_ns = limits.delay_ns;
    return loaded->complaints.failed || loaded->path.failed || loaded->stock_path.failed ? -ENOMEM
                                                                                         : 0;
}

void config_unload(struct loaded_config *loaded)
{
    config_fini(&loaded->config);
    buf_fini(&loaded->path);
    buf_fini(&loaded->stock_path);
    buf_fini(&loaded->complaints);
}
