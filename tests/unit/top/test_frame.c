/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <locale.h>
#include <string.h>

#include "tests/unit/run.h"
#include "top/view/frame.h"

static struct frame frame;

static void release(void)
{
    frame_fini(&frame);
}

FIXTURE(NULL, release);

static void expect_text(const char *text)
{
    struct buf out = {0};

    ck_assert(!frame.failed);
    frame_put_text(&frame, &out);
    BUF_CHECK(&out, text);
}

static void begin(size_t cols)
{
    frame_init(&frame);
    frame_clear(&frame, cols);
    frame_next_line(&frame);
}

CASE(joins_text_of_one_look)
{
    begin(20);
    ck_assert_uint_eq(frame_puts(&frame, LOOK_PLAIN, "ab"), 2);
    frame_puts(&frame, LOOK_PLAIN, "cd");
    frame_puts(&frame, LOOK_BOLD, "ef");
    frame_next_line(&frame);
    frame_puts(&frame, LOOK_BOLD, "gh");
    expect_text("abcdef\ngh\n");
    ck_assert_uint_eq(frame.span_count, 3);
    ck_assert_uint_eq(frame.lines[0].span_count, 2);
    ck_assert_uint_eq(frame.lines[1].first_span, 2);
    ck_assert_uint_eq(frame.spans[2].look, LOOK_BOLD);
}

CASE(cuts_at_the_right_edge)
{
    begin(5);
    ck_assert_uint_eq(frame_room(&frame), 5);
    ck_assert_uint_eq(frame_puts(&frame, LOOK_PLAIN, "abc"), 3);
    ck_assert_uint_eq(frame_room(&frame), 2);
    ck_assert_uint_eq(frame_puts(&frame, LOOK_PLAIN, "defg"), 2);
    ck_assert_uint_eq(frame_room(&frame), 0);
    ck_assert_uint_eq(frame_puts(&frame, LOOK_PLAIN, "h"), 0);
    expect_text("abcde\n");
}

CASE(counts_cells_and_not_bytes)
{
    begin(5);
    /* Two cells each: the third would straddle the edge. */
    ck_assert_uint_eq(frame_puts(&frame, LOOK_PLAIN, "\xe7\x8c\xab\xe7\x8c\xab\xe7\x8c\xab"), 4);
    ck_assert_uint_eq(frame.lines[0].cells, 4);
    expect_text("\xe7\x8c\xab\xe7\x8c\xab\n");
}

CASE(escapes)
{
    begin(20);
    frame_put(&frame, LOOK_PLAIN, "a\033[7m\n\0\xff", 8);
    expect_text("a?[7m???\n");
}

CASE(formats)
{
    begin(8);
    ck_assert_uint_eq(frame_printf(&frame, LOOK_BOLD, "%d: %s", 7, "a\nb"), 6);
    ck_assert_uint_eq(frame_printf(&frame, LOOK_PLAIN, "%s", "cde"), 2);
    buf_puts(&frame.scratch, "f"); /* the next one does not depend on what was left there */
    frame_put_title(&frame, "%s %d", "title", 12);
    frame_put_line(&frame, LOOK_PLAIN, "line");
    expect_text("7: a?bcd\ntitle 12\nline\n");
    ck_assert_uint_eq(frame.lines[1].rest_look, LOOK_REVERSE);
    ck_assert_uint_eq(frame.lines[2].rest_look, LOOK_PLAIN);
}

CASE(drops_gaps_that_nothing_follows)
{
    begin(20);
    frame_puts(&frame, LOOK_PLAIN, "a");
    frame_gap(&frame, LOOK_PLAIN, 3);
    frame_puts(&frame, LOOK_PLAIN, "b");
    frame_gap(&frame, LOOK_PLAIN, 2);
    ck_assert_uint_eq(frame_room(&frame), 13);
    frame_next_line(&frame);
    frame_gap(&frame, LOOK_PLAIN, 2);
    frame_puts(&frame, LOOK_PLAIN, "");
    expect_text("a   b\n\n");
}

CASE(cuts_gaps_at_the_right_edge)
{
    begin(4);
    frame_puts(&frame, LOOK_PLAIN, "ab");
    frame_gap(&frame, LOOK_PLAIN, 10);
    ck_assert_uint_eq(frame_room(&frame), 0);
    frame_puts(&frame, LOOK_PLAIN, "c");
    expect_text("ab  \n");
}

CASE(places_the_cursor)
{
    begin(6);
    frame_next_line(&frame);
    frame_puts(&frame, LOOK_PLAIN, "abc");
    frame_set_cursor(&frame);
    ck_assert(frame.cursor);
    ck_assert_uint_eq(frame.cursor_row, 1);
    ck_assert_uint_eq(frame.cursor_col, 3);
    frame_puts(&frame, LOOK_PLAIN, "defghi");
    frame_set_cursor(&frame);
    ck_assert_uint_eq(frame.cursor_col, 5); /* on the last cell, not behind it */
}

CASE(is_used_again_without_growing)
{
    const void *text = NULL, *spans = NULL, *lines = NULL;

    frame_init(&frame);
    for (int round = 0; round < 3; round++) {
        frame_clear(&frame, 80);
        for (int line = 0; line < 300; line++) {
            frame_next_line(&frame);
            frame_puts(&frame, LOOK_PLAIN, "plain");
            frame_puts(&frame, LOOK_BOLD, "bold");
        }
        if (round > 0) {
            ck_assert_ptr_eq(frame.text.data, text);
            ck_assert_ptr_eq(frame.spans, spans);
            ck_assert_ptr_eq(frame.lines, lines);
        }
        text = frame.text.data;
        spans = frame.spans;
        lines = frame.lines;
        ck_assert_uint_eq(frame.line_count, 300);
    }
}

/* Lines that memory is too short for are never counted. */
CASE(is_filled_until_it_fails)
{
    begin(6);
    frame_fill_to(&frame, 3);
    ck_assert_uint_eq(frame.line_count, 3);
    frame_fill_to(&frame, 1);
    ck_assert_uint_eq(frame.line_count, 3);
    frame.failed = true;
    frame_fill_to(&frame, 4);
    ck_assert_uint_eq(frame.line_count, 3);
}

CASE(does_nothing_without_a_line)
{
    frame_init(&frame);
    frame_clear(&frame, 10);
    ck_assert_uint_eq(frame_puts(&frame, LOOK_PLAIN, "a"), 0);
    frame_gap(&frame, LOOK_PLAIN, 1);
    frame_fill_line(&frame, LOOK_REVERSE);
    frame_set_cursor(&frame);
    ck_assert(!frame.cursor);
    expect_text("");
}

int main(void)
{
    if (!setlocale(LC_ALL, "C.UTF-8"))
        return 77; /* for meson: skipped */
    return run_tests();
}
