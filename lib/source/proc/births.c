/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/births.h"

#include "lib/source/proc/hidepid.h"

bool births_spare(struct births *births, uint64_t count)
{
    if (count == 0 || births->listed != count || births->spared >= BIRTHS_SPARED_MAX)
        return false;
    births->spared++;
    return true;
}

void births_note(struct births *births, int dir, uint64_t count)
{
    if (count > 0 && !births->asked) {
        births->hides = hidepid_is_set(dir) != 0; /* where it is not known, it may well be so */
        births->asked = true;
    }
    births->listed = births->hides ? 0 : count;
    births->spared = 0;
}

void births_forget(struct births *births)
{
    births->listed = 0;
}
