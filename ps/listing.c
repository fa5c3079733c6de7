/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ps/listing.h"

#include "lib/text/names.h"
#include "ps/output.h"

int listing_write(const struct listing *listing, struct buf *collected, FILE *out)
{
    int error = name_cache_error(listing->context->names);

    if (error == 0)
        error = container_labels_error(listing->context->containers);
    return error < 0 ? error : output_flush(collected, out);
}
