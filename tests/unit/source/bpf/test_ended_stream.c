/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The sums of what ended, as users read them: whole, of our version, and of one kind. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/source/bpf/ended_stream.h"
#include "tests/unit/run.h"

#define ENTRIES 3

static struct whole {
    struct ended_wire_header header;
    struct ended_wire_entry entries[ENTRIES];
    struct ended_wire_end end;
} whole;

static struct ended_stream stream;

static void setup(void)
{
    whole = (struct whole){
        .header = {.kind = WIRE_HEADER,
                   .magic = WIRE_MAGIC,
                   .version = WIRE_VERSION,
                   .entry_size = sizeof(struct ended_wire_entry),
                   .complete = 77},
        .entries = {{{.comm = "cc1", .by = "cc", .kind = ENDED_PROCESSES}, {.count = 3}},
                    {{.comm = "exec-1", .by = "java", .kind = ENDED_THREADS}, {.count = 40}},
                    {{.comm = "as", .by = "cc", .kind = ENDED_PROCESSES}, {.count = 5}}},
        .end = {.kind = WIRE_END,
                .execs = 9,
                .rest = {[ENDED_PROCESSES] = {.count = 100}, [ENDED_THREADS] = {.count = 200}}},
    };
}

static void teardown(void)
{
    ended_stream_fini(&stream);
}

static int parse(const void *bytes, size_t len, enum ended_wire_kind kind)
{
    free(stream.bytes.data);
    stream.bytes.data = malloc(len);
    ck_assert_ptr_nonnull(stream.bytes.data);
    memcpy(stream.bytes.data, bytes, len);
    stream.bytes.size = len;
    return ended_stream_parse(&stream, len, kind);
}

START_TEST(sums_are_those_of_one_kind)
{
    const struct ended_reading *reading = &stream.reading;

    ck_assert_int_eq(parse(&whole, sizeof(whole), ENDED_PROCESSES), 0);
    ck_assert_uint_eq(reading->sum_count, 2);
    ck_assert_str_eq(reading->keys[1].comm, "as");
    ck_assert_uint_eq(reading->sums[1].count, 5);
    ck_assert_uint_eq(reading->rest[ENDED_PROCESSES].count, 100);
    ck_assert_uint_eq(reading->rest[ENDED_THREADS].count, 0);
    ck_assert_uint_eq(reading->execs, 9);
    ck_assert_uint_eq(reading->complete, 77);
    ck_assert_uint_eq(reading->record_count, 0);
    ck_assert_int_eq(parse(&whole, sizeof(whole), ENDED_THREADS), 0);
    ck_assert_uint_eq(reading->sum_count, 1);
    ck_assert_uint_eq(reading->rest[ENDED_THREADS].count, 200);
}
END_TEST

START_TEST(nothing_may_have_ended)
{
    struct {
        struct ended_wire_header header;
        struct ended_wire_end end;
    } empty = {whole.header, whole.end};

    ck_assert_int_eq(parse(&empty, sizeof(empty), ENDED_THREADS), 0);
    ck_assert_uint_eq(stream.reading.sum_count, 0);
}
END_TEST

/* Revoked between two entries, or in the middle of one. */
START_TEST(what_has_no_end_is_refused)
{
    for (size_t len = 1; len < sizeof(whole); len++)
        ck_assert_int_eq(parse(&whole, len, ENDED_PROCESSES), -EPROTO);
    whole.end.kind = 0;
    ck_assert_int_eq(parse(&whole, sizeof(whole), ENDED_PROCESSES), -EPROTO);
}
END_TEST

START_TEST(another_version_is_refused)
{
    whole.header.version++;
    ck_assert_int_eq(parse(&whole, sizeof(whole), ENDED_PROCESSES), -EPROTO);
    whole.header.version--;
    whole.header.entry_size += 8;
    ck_assert_int_eq(parse(&whole, sizeof(whole), ENDED_PROCESSES), -EPROTO);
    whole.header.entry_size -= 8;
    whole.header.magic = 0;
    ck_assert_int_eq(parse(&whole, sizeof(whole), ENDED_PROCESSES), -EPROTO);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ended_stream");
    TCase *tests = tcase_create("stream");

    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, sums_are_those_of_one_kind);
    tcase_add_test(tests, nothing_may_have_ended);
    tcase_add_test(tests, what_has_no_end_is_refused);
    tcase_add_test(tests, another_version_is_refused);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
