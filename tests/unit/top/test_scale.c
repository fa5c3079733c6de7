/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The expected texts were taken from stock top 4.0.2. */
#include "lib/base/span.h"
#include "lib/base/units.h"
#include "tests/unit/run.h"
#include "top/table/table.h"

#define MINUTES 60
#define HOURS   (60 * MINUTES)
#define DAYS    (24 * HOURS)

static const struct {
    uint64_t kib;
    enum memory_unit unit;
    size_t width;
    const char *text;
} sizes[] = {
    {0, UNIT_OF_KIB, 6, "0"},
    {999999, UNIT_OF_KIB, 6, "999999"},
    {1000000, UNIT_OF_KIB, 7, "1000000"},
    {1000000, UNIT_OF_KIB, 6, "976.6m"},
    {9999996, UNIT_OF_KIB, 6, "9.5g"},
    {10000000, UNIT_OF_KIB, 7, "9765.6m"},
    {1073741824, UNIT_OF_KIB, 7, "1024.0g"},
    {1073741824, UNIT_OF_KIB, 6, "1.0t"},
    {1099511627776, UNIT_OF_KIB, 6, "1.0p"},
    {109951162777600, UNIT_OF_KIB, 7, "100.0p"},
    {UINT64_MAX, UNIT_OF_KIB, 6, "?"},
    {4, UNIT_OF_MIB, 6, "0.0m"},
    {99996, UNIT_OF_MIB, 6, "97.7m"},
    {9999996, UNIT_OF_MIB, 6, "9.5g"},
    {99996, UNIT_OF_GIB, 6, "0.1g"},
    {107374182400, UNIT_OF_PIB, 6, "0.1p"},
    {1234567, UNIT_OF_KIB, 3, "?"},
    {1234567, UNIT_OF_KIB, 0, ""},
};

LOOP(puts_sizes, COUNT_OF(sizes))
{
    struct buf out = {0};

    scale_memory(&out, sizes[_i].kib, sizes[_i].unit, sizes[_i].width);
    BUF_CHECK(&out, sizes[_i].text);
}

static const struct {
    uint64_t count;
    size_t width;
    const char *text;
} counts[] = {
    {0, 4, "0"},
    {9999, 4, "9999"},
    {10000, 4, "9.8k"},
    {99999, 4, "98k"},
    {999999, 4, "977k"},
    {99999999, 4, "95m"},
    {999999999, 4, "954m"},
    {9999999999, 4, "9.3g"},
    {99999999999999, 4, "91t"},
    {1000, 3, "1k"},
    {999999999999999999, 4, "888p"},
    {UINT64_MAX, 1, "?"},
};

LOOP(puts_counts, COUNT_OF(counts))
{
    struct buf out = {0};

    scale_count(&out, counts[_i].count, counts[_i].width);
    BUF_CHECK(&out, counts[_i].text);
}

static const struct {
    uint64_t seconds, hundredths;
    enum time_form form;
    size_t width;
    const char *text;
} times[] = {
    {0, 0, TIME_HUNDREDTHS, 9, "0:00.00"},
    {59, 99, TIME_HUNDREDTHS, 9, "0:59.99"},
    {60, 0, TIME_HUNDREDTHS, 9, "1:00.00"},
    {100 * MINUTES, 0, TIME_HUNDREDTHS, 9, "100:00.00"},
    {361 * MINUTES - 1, 99, TIME_HUNDREDTHS, 9, "360:59.99"},
    {361 * MINUTES, 0, TIME_HUNDREDTHS, 9, "6,01"},
    {96 * HOURS, 0, TIME_HUNDREDTHS, 9, "96,00"},
    {97 * HOURS - 1, 99, TIME_HUNDREDTHS, 9, "96,59"},
    {97 * HOURS, 0, TIME_HUNDREDTHS, 9, "4d+1h"},
    {14 * DAYS, 0, TIME_HUNDREDTHS, 9, "14d+0h"},
    {15 * DAYS, 0, TIME_HUNDREDTHS, 9, "2w+1d"},
    {1000 * DAYS, 0, TIME_HUNDREDTHS, 9, "142w+6d"},
    {1000 * DAYS, 0, TIME_SECONDS, 6, "142w"},
    {11 * DAYS + 13 * HOURS, 0, TIME_SECONDS, 6, "11d"}, /* rather than weeks */
    {15 * DAYS, 0, TIME_DAYS, 9, "2w+1d"},
    {15 * DAYS, 0, TIME_WHOLE_DAYS, 9, "15d"}, /* asked for, there may be many */
    {1000 * DAYS, 0, TIME_WHOLE_DAYS, 4, "142w"},
    {59, 99, TIME_SECONDS, 6, "0:59"},
    {360 * MINUTES, 0, TIME_SECONDS, 6, "360:00"},
    {21 * MINUTES, 0, TIME_HOURS, 7, "0,21"},
    {100 * MINUTES, 0, TIME_HUNDREDTHS, 6, "100:00"}, /* the hundredths give way first */
    {100 * MINUTES, 0, TIME_HUNDREDTHS, 4, "1,40"},
    {59, 0, TIME_HUNDREDTHS, 2, "0d"},
    {59, 0, TIME_HUNDREDTHS, 1, "?"},
};

LOOP(puts_times, COUNT_OF(times))
{
    struct buf out = {0};

    scale_time(&out, times[_i].seconds * NS_PER_S + times[_i].hundredths * NS_PER_S / 100,
               times[_i].form, times[_i].width);
    BUF_CHECK(&out, times[_i].text);
}

static const struct {
    double percent;
    unsigned decimals;
    size_t width;
    const char *text;
} percents[] = {
    {0, 1, 5, "0.0"},        {99.94, 1, 5, "99.9"},     {405.1, 1, 5, "405.1"},
    {4350.2, 1, 5, "4350"},  {123456, 1, 5, "?"},       {0, 3, 6, "0.000"},
    {4.6824, 3, 6, "4.682"}, {463.617, 3, 6, "463.62"}, {1681.24, 3, 6, "1681.2"},
    {27817, 3, 6, "27817"},  {6736776, 3, 6, "?"},      {50, 1, 2, "50"},
};

LOOP(puts_percents, COUNT_OF(percents))
{
    struct buf out = {0};

    scale_percent(&out, percents[_i].percent, percents[_i].decimals, percents[_i].width);
    BUF_CHECK(&out, percents[_i].text);
}

static const struct {
    const char *text;
    bool valid;
    int64_t number;
} numbers[] = {
    {"0", true, 0},
    {"42", true, 42},
    {"-5", true, -5},
    {"+7", true, 7},
    {"007", true, 7},
    {"", false, 0},
    {"-", false, 0},
    {"x", false, 0},
    {"1x", false, 0},
    {" 1", false, 0},
    {"1 ", false, 0},
    {"--1", false, 0},
    {"0x10", false, 0},
    {"9223372036854775807", true, INT64_MAX},
    {"9223372036854775808", false, 0},
};

LOOP(parses_numbers, COUNT_OF(numbers))
{
    int64_t number = -77;

    ck_assert_int_eq(number_parse(numbers[_i].text, &number), numbers[_i].valid);
    ck_assert_int_eq(number, numbers[_i].valid ? numbers[_i].number : -77);
}
