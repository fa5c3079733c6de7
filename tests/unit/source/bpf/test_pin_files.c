/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lock of those who change pins. */
#include <errno.h>
#include <sys/stat.h>

#include "lib/source/bpf/admin/pin_files.h"
#include "tests/common/take_over.h"
#include "tests/unit/run.h"

static unsigned attempts;

/* There is no /run. */
TAKE_OVER(int, mkdir, const char *path, mode_t mode)
{
    ck_assert_uint_eq(attempts++, 0);
    errno = ENOENT;
    return -1;
}

CASE(without_a_parent_there_is_no_directory)
{
    struct buf why = {0};

    ck_assert_int_eq(pin_files_lock(true, &why), -ENOENT);
    BUF_CHECK(&why, "cannot make " PIN_PARENT ": No such file or directory");
}
