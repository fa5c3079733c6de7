/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_UNIT_QUERY_DELTA_FIXTURE_H
#define DOTPROC_TESTS_UNIT_QUERY_DELTA_FIXTURE_H

/* What the tests of delta.h share: a snapshot, and the figures of those before. */

#include "lib/base/units.h"
#include "lib/query/delta.h"

static struct delta delta;
static struct snapshot snapshot;

static void setup(void)
{
    snapshot_init(&snapshot);
}

static void teardown(void)
{
    delta_fini(&delta);
    snapshot_fini(&snapshot);
}

/* Begins a snapshot at this many seconds after boot. */
static void begin(uint64_t second)
{
    snapshot_clear(&snapshot);
    snapshot.system.uptime_ns = second * NS_PER_S;
    snapshot.system.monotonic_ns = second * NS_PER_S;
}

#endif
