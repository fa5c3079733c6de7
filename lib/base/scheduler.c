/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/base/scheduler.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/text_file.h"

bool scheduler_read(const char *folder, char *name, size_t size)
{
    const int directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    char state[32];
    bool enabled;

    if (directory < 0)
        return false;
    enabled = text_file_read_at(directory, "state", state, sizeof(state)) &&
              strcmp(state, "enabled\n") == 0 &&
              text_file_read_at(directory, "root/ops", name, size);
    close(directory);
    if (enabled)
        name[strcspn(name, "\n")] = '\0';
    return enabled && name[0] != '\0';
}
