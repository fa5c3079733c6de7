/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/listing.h"

#include <errno.h>

bool listing_shows(const struct listing *listing, const struct column *column, enum task_kind kind)
{
    if (listing->options->rows != SHOW_BOTH)
        return true;
    return column->row_class != (kind == TASK_THREAD ? ROW_PROCESS : ROW_THREAD);
}

int listing_flush(struct buf *collected, FILE *out)
{
    if (collected->failed)
        return -ENOMEM;
    errno = 0;
    if (collected->len > 0 && fwrite(collected->data, 1, collected->len, out) != collected->len)
        return errno ? -errno : -EIO;
    buf_clear(collected);
    return 0;
}
