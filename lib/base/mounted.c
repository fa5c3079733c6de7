/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/base/mounted.h"

#include <sys/stat.h>

bool file_is_mounted(int dir, const char *path)
{
    struct stat folder, file;

    return fstat(dir, &folder) == 0 && fstatat(dir, path, &file, 0) == 0 &&
           file.st_dev != folder.st_dev;
}
