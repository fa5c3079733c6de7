/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The matches of a search stand out, however many a row has. */
#include "tests/common/fixed_host.h"
#include "tests/unit/run.h"
#include "tests/unit/top/model_fixture.h"
#include "top/screens/screens.h"

FIXTURE(model_fixture_setup, model_fixture_teardown);

#define MATCHES 150

/* The parts of the screen that are one z each, and highlighted. */
static int count_hits(void)
{
    struct frame frame;
    int count = 0;

    frame_init(&frame);
    screen_view(&model, &frame);
    ck_assert(!frame.failed);
    for (size_t i = 0; i < frame.span_count; i++)
        count += frame.spans[i].look & LOOK_REVERSE && frame.spans[i].bytes == 1 &&
                 frame.text.data[frame.spans[i].offset] == 'z';
    frame_fini(&frame);
    return count;
}

CASE(all_matches_of_a_row_are_highlighted)
{
    char name[2 * MATCHES + 1] = "";

    for (size_t i = 0; i < 2 * MATCHES; i++)
        name[i] = i % 2 ? ' ' : 'z';
    resize(24, 400);
    host_sample.snapshot.tasks[0].comm = name;
    press_keys("L z <Enter>");
    ck_assert_int_eq(count_hits(), MATCHES);
}
