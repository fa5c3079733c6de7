/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where figures from BPF would not be those of procfs. */
#include <string.h>
#include <unistd.h>

#include "lib/source/bpf/support.h"
#include "tests/common/take_over.h"
#include "tests/unit/run.h"

static long page_bytes;

TAKE_OVER(long, sysconf, int name)
{
    return name == _SC_PAGESIZE ? page_bytes : __real_sysconf(name);
}

/* There may be other reasons on this machine, which come first. */
LOOP(figures_are_refused_with_a_reason, 4)
{
    static const long sizes[] = {16384, 65536, -1, 4096};
    struct buf why = {0};

    page_bytes = sizes[_i];
    if (support_has_same_figures(&why)) {
        ck_assert_int_eq(page_bytes, 4096);
        ck_assert_str_eq(buf_text(&why), "");
    } else {
        ck_assert_str_ne(buf_text(&why), "");
        ck_assert(page_bytes != 4096 || !strstr(buf_text(&why), "pages"));
    }
    buf_fini(&why);
}
