/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/unit/top/config_fixture.h"

#include <check.h>
#include <string.h>

#include "top/config/config.h"

struct config config;
struct config_error error;

void config_fixture_setup(void)
{
    config_init(&config);
    error = (struct config_error){0};
}

void config_fixture_teardown(void)
{
    config_fini(&config);
    buf_fini(&error.why);
}

bool parse_ours(const char *text)
{
    buf_clear(&error.why);
    config_fini(&config);
    return config_parse(&config, text, strlen(text), &error);
}

bool parse_stock(const char *text)
{
    buf_clear(&error.why);
    config_fini(&config);
    return stock_config_parse(&config, text, strlen(text), &error);
}

void write_again(struct buf *text)
{
    buf_clear(text);
    config_put(&config, text);
    ck_assert(!text->failed);
}

void check_round_trip(void)
{
    struct buf first = {0}, second = {0};

    write_again(&first);
    ck_assert_msg(parse_ours(buf_text(&first)), "%zu: %s", error.line, buf_text(&error.why));
    write_again(&second);
    ck_assert_str_eq(buf_text(&first), buf_text(&second));
    buf_fini(&first);
    buf_fini(&second);
}
