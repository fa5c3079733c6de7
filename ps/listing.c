/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/listing.h"

#include <errno.h>

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
