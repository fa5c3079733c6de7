/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef DOTPROC_TESTS_UNIT_TOP_LOOKBACK_FIXTURE_H
#define DOTPROC_TESTS_UNIT_TOP_LOOKBACK_FIXTURE_H

/* The fixture of model_fixture.h with further samples, for keys that look back. */

#include "tests/unit/top/model_fixture.h"
#include "top/model/model.h"

/* As the sampler has: one is filled while the other is shown. */
extern struct sample samples[2];

void lookback_setup(void);
void lookback_teardown(void);

/* So many seconds later each time; the name of the backup, and its CPU time, are of this sample. */
void refresh(unsigned seconds, const char *name);

#endif
