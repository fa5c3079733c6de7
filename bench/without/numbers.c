/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers are put by printf. */
#include <inttypes.h>

#include "lib/base/buf.h"
#include "tests/common/take_over.h"

TAKE_OVER(void, buf_put_u64, struct buf *buf, uint64_t value)
{
    buf_printf(buf, "%" PRIu64, value);
}

TAKE_OVER(void, buf_put_i64, struct buf *buf, int64_t value)
{
    buf_printf(buf, "%" PRIi64, value);
}

TAKE_OVER(void, buf_put_u64_padded, struct buf *buf, uint64_t value, unsigned digits)
{
    buf_printf(buf, "%0*" PRIu64, (int)digits, value);
}
