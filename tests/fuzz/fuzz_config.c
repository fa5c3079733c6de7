/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Throws anything at the readers of top's configuration files (libFuzzer). The first byte says at
 * which. What has been read must be writable, and what was written must say the same again.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "top/config/config.h"
#include "top/config/internal.h"

static void check_windows(const struct config *config)
{
    must(config->current >= 1 && config->current <= WINDOW_COUNT);
    for (size_t i = 0; i < WINDOW_COUNT; i++) {
        const struct window_settings *window = &config->windows[i];
        bool seen[FIELD_COUNT] = {false};

        must(memchr(window->name, '\0', sizeof(window->name)) != NULL);
        must(window->field_count <= FIELD_COUNT);
        must(field_at(window->sort) != NULL);
        for (size_t at = 0; at < FIELD_COUNT; at++) {
            must(window->slots[at].id < FIELD_COUNT && !seen[window->slots[at].id]);
            seen[window->slots[at].id] = true;
        }
    }
}

/* Stock's files may have names for windows that ours may not. */
static void write_and_read(struct config *config, bool ours)
{
    struct config again;
    struct config_error error = {0};
    struct buf text = {0}, second = {0};

    config_put(config, &text);
    if (config_parse(&again, buf_text(&text), text.len, &error)) {
        config_put(&again, &second);
        must(strcmp(buf_text(&text), buf_text(&second)) == 0);
    } else {
        must(!ours);
    }
    config_fini(&again);
    buf_fini(&text);
    buf_fini(&second);
    buf_fini(&error.why);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct config config;
    struct config_error error = {0};
    struct stock_limits limits;
    char *text;
    bool good;

    if (size < 2)
        return 0;
    text = copy_bytes(data + 1, size - 1);
    if (data[0] % 3 == 2) {
        stock_limits_parse(&limits, text, size - 1, &error);
    } else {
        good = data[0] % 3 ? stock_config_parse(&config, text, size - 1, &error)
                           : config_parse(&config, text, size - 1, &error);
        must(good || error.why.len > 0);
        check_windows(&config);
        if (good)
            write_and_read(&config, data[0] % 3 == 0);
        config_fini(&config);
    }
    buf_fini(&error.why);
    free(text);
    return 0;
}
