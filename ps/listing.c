/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/listing.h"

#include <errno.h>

#include "lib/text/names.h"

int listing_write(const struct listing *listing, struct buf *collected, FILE *out)
{
    int error = name_cache_error(listing->context->names);

    if (error == 0)
        error = container_labels_error(listing->context->containers);
    return error < 0 ? error : output_flush(collected, out);
}

int output_flush(struct buf *collected, FILE *out)
{
    if (collected->failed)
        return -ENOMEM;
    errno = 0;
    if (collected->len > 0 && fwrite(collected->data, 1, collected->len, out) != collected->len)
        return errno ? -errno : -EIO;
    buf_clear(collected);
    return 0;
}

int output_close(FILE *out)
{
    errno = 0;
    if (fclose(out) == 0)
        return 0;
    return errno ? -errno : -EIO;
}
