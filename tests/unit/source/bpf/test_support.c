/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where figures from BPF would not be those of procfs. */
#include <unistd.h>

#include "lib/source/bpf/support.h"
#include "tests/unit/run.h"

START_TEST(only_pages_that_programs_count_will_do)
{
    ck_assert(support_has_page_size(4096));
    ck_assert(!support_has_page_size(16384));
    ck_assert(!support_has_page_size(65536));
    ck_assert(!support_has_page_size(-1));
}

/* Whatever else there is to say of this machine. */
START_TEST(figures_are_refused_with_a_reason)
{
    struct buf why = {0};

    if (support_has_same_figures(&why)) {
        ck_assert(support_has_page_size(sysconf(_SC_PAGESIZE)));
        ck_assert_str_eq(buf_text(&why), "");
    } else {
        ck_assert_str_ne(buf_text(&why), "");
    }
    buf_fini(&why);
}

TESTS("bpf_support", CASE(only_pages_that_programs_count_will_do),
      CASE(figures_are_refused_with_a_reason))
