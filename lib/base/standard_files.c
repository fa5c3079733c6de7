/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/base/standard_files.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

void standard_files_hold(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
            (void)!open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}
