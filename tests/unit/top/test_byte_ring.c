/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A queue of bytes: whatever was put is found again, over the end of its memory, too. */
#include <check.h>
#include <errno.h>
#include <stdlib.h>

#include "tests/common/random.h"
#include "tests/unit/run.h"
#include "top/model/byte_ring.h"

#define MOST   ((size_t)300000)
#define PIECES 4000

struct piece {
    uint64_t place;
    size_t len;
};

static void put(struct byte_ring *ring, struct piece *piece, unsigned char byte)
{
    struct buf bytes = {0};

    buf_fill(&bytes, (char)byte, piece->len);
    ck_assert_int_eq(byte_ring_put(ring, &bytes, MOST, &piece->place), 0);
    buf_fini(&bytes);
}

static void expect(const struct byte_ring *ring, const struct piece *piece, unsigned char byte)
{
    struct buf bytes = {0}, wanted = {0};

    byte_ring_get(ring, piece->place, piece->len, &bytes);
    buf_fill(&wanted, (char)byte, piece->len);
    ck_assert_uint_eq(bytes.len, piece->len);
    ck_assert_mem_eq(buf_text(&bytes), buf_text(&wanted), piece->len);
    buf_fini(&bytes);
    buf_fini(&wanted);
}

START_TEST(pieces_are_found_until_they_are_dropped)
{
    static struct piece pieces[PIECES];
    struct byte_ring ring = {0};
    size_t oldest = 0, used = 0;

    for (size_t i = 0; i < PIECES; i++) {
        pieces[i].len = random_below(2000);
        while (used + pieces[i].len > MOST || (oldest < i && random_below(3) == 0)) {
            expect(&ring, &pieces[oldest], (unsigned char)oldest);
            byte_ring_drop(&ring, pieces[oldest].len);
            used -= pieces[oldest++].len;
        }
        put(&ring, &pieces[i], (unsigned char)i);
        used += pieces[i].len;
        ck_assert_uint_eq(ring.used, used);
        ck_assert_uint_le(ring.size, MOST);
    }
    for (; oldest < PIECES; oldest++)
        expect(&ring, &pieces[oldest], (unsigned char)oldest);
    byte_ring_fini(&ring);
}

START_TEST(it_has_a_bound)
{
    struct byte_ring ring = {0};
    struct buf bytes = {0};
    uint64_t place;

    buf_fill(&bytes, 'x', MOST);
    ck_assert_int_eq(byte_ring_put(&ring, &bytes, MOST - 1, &place), -ENOSPC);
    ck_assert_int_eq(byte_ring_put(&ring, &bytes, MOST, &place), 0);
    buf_truncate(&bytes, 1);
    ck_assert_int_eq(byte_ring_put(&ring, &bytes, MOST, &place), -ENOSPC);
    byte_ring_drop(&ring, MOST);
    ck_assert_int_eq(byte_ring_put(&ring, &bytes, MOST, &place), 0);
    bytes.failed = true;
    ck_assert_int_eq(byte_ring_put(&ring, &bytes, MOST, &place), -ENOMEM);
    bytes.failed = false;
    buf_fini(&bytes);
    byte_ring_fini(&ring);
}

TESTS("byte_ring", CASE(pieces_are_found_until_they_are_dropped), CASE(it_has_a_bound))
