/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>

#include "lib/base/kernel.h"
#include "lib/pressure/pressure.h"
#include "tests/unit/run.h"
#include "tests/unit/tree.h"

/* What kernels say, and what they never would. */
static const struct {
    const char *text, *expected;
} files[] = {
    {"some avg10=2.66 avg60=1.70 avg300=2.48 total=18538468\n"
     "full avg10=0.00 avg60=0.00 avg300=0.00 total=0\n",
     "2.7/0.0"},
    {"some avg10=100.00 avg60=99.99 avg300=2.48 total=1\n", "100.0/-"}, /* before 5.13 */
    {"full avg10=3.25 avg60=0.00 avg300=0.00 total=0\n", "-/3.2"},      /* of interrupts */
    {"some avg10=7\nfull avg10=.5\n", "7.0/-"},
    {"some avg10=\nfull avg10=x\n", "-/-"},
    {" some avg10=1.00\nnot full avg10=1.00\n", "-/-"},
    {"some avg60=1.70 avg10=2.66\n", "-/-"},
    {"\n\n\nsome avg10=0.49", "0.5/-"},
    {"", "-/-"},
};

LOOP(texts_of_a_file, COUNT_OF(files))
{
    struct pressure pressure;
    struct buf text = {0};

    pressure_parse(files[_i].text, &pressure);
    pressure_put(&text, &pressure);
    BUF_CHECK(&text, files[_i].expected);
}

/* The folder /proc/pressure is of this form, and a host has it or has not. */
CASE(files_of_a_host)
{
    struct pressure pressures[PRESSURE_KINDS];
    struct tree tree;
    char longer[2000];

    tree_init(&tree);
    tree_put(&tree, "io", files[0].text);
    pressures_read(tree.path, pressures);
    ck_assert(!pressures[PRESSURE_CPU].has_some);
    ck_assert_double_eq(pressures[PRESSURE_IO].some, 2.66);
    snprintf(longer, sizeof(longer), "other%01000d\n%s", 0, files[0].text);
    tree_put(&tree, "io", longer);
    pressures_read(tree.path, pressures);
    ck_assert_double_eq(pressures[PRESSURE_IO].some, 2.66);
    tree_fini(&tree);
}

CASE(files_of_this_host)
{
    struct pressure pressures[PRESSURE_KINDS];

    pressures_read(PRESSURE_FOLDER, pressures);
    for (int i = 0; i < PRESSURE_KINDS; i++) {
        struct pressure pressure = {0};
        char path[64], text[256];

        snprintf(path, sizeof(path), "/proc/pressure/%s", pressure_name(i));
        if (kernel_file_read(path, text, sizeof(text)))
            pressure_parse(text, &pressure);
        ck_assert_int_eq(pressures[i].has_some, pressure.has_some);
        ck_assert_int_eq(pressures[i].has_full, pressure.has_full);
        ck_assert(pressures[i].some >= 0 && pressures[i].some <= 100);
    }
}
