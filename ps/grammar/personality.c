/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/base/array.h"
#include "ps/grammar/parser.h"

#include <strings.h>

#define BSD     (PERSONALITY_BSD_DEFAULTS | PERSONALITY_FORCE_BSD)
#define DIGITAL (PERSONALITY_BSD_DEFAULTS | PERSONALITY_H_PAGES)
#define DEBIAN  (PERSONALITY_BSD_DEFAULTS | PERSONALITY_M_FORMAT)

/* The formats that Linux has for options of BSD. */
#define OL_FORMATS \
    .bsd_j = "OL_j", .bsd_l = "OL_l", .bsd_s = "OL_s", .bsd_u = "OL_u", .bsd_v = "OL_v"

static const struct personality_formats linux_formats = {OL_FORMATS};

static const struct personality_formats bsd_formats = {
    .bsd_j = "FB_j",
    .bsd_l = "FB_l",
    .bsd_s = "OL_s",
    .bsd_u = "FB_u",
    .bsd_v = "FB_v",
};

static const struct personality_formats digital_formats = {
    .bsd_j = "JFMT",
    .bsd_l = "LFMT",
    .bsd_s = "SFMT",
    .bsd_u = "UFMT",
    .bsd_v = "VFMT",
    .unix_f = "F5FMT",
    .unix_fl = "FL5FMT",
    .unix_l = "L5FMT",
    .unix_j = "JFMT",
};

static const struct personality_formats debian_formats = {
    OL_FORMATS,
    .unix_f = "RD_f",
    .unix_l = "RD_l",
    .unix_j = "RD_j",
};

static const struct personality_formats os390_formats = {
    OL_FORMATS,
    .unix_j = "J390",
};

static const struct personality personalities[] = {
    {"unknown", 0, &linux_formats}, /* the default */
    {"390", 0, &os390_formats},
    {"aix", 0, &bsd_formats},
    {"bsd", BSD | PERSONALITY_H_PAGES | PERSONALITY_M_SORTS, &bsd_formats},
    {"compaq", DIGITAL, &digital_formats},
    {"debian", DEBIAN, &debian_formats},
    {"default", 0, &linux_formats},
    {"digital", DIGITAL, &digital_formats},
    {"gnu", DEBIAN, &debian_formats},
    {"hp", PERSONALITY_X_COMMANDS, &linux_formats},
    {"hpux", PERSONALITY_X_COMMANDS, &linux_formats},
    {"irix", PERSONALITY_IRIX_LONG, &linux_formats},
    {"linux", PERSONALITY_P_FOR_ADDR | PERSONALITY_USER, &linux_formats},
    {"old", BSD | PERSONALITY_M_FORMAT, &linux_formats},
    {"os390", 0, &os390_formats},
    {"posix", 0, &linux_formats},
    {"s390", 0, &os390_formats},
    {"sco", PERSONALITY_X_IS_Y, &linux_formats},
    {"sgi", PERSONALITY_IRIX_LONG, &linux_formats},
    {"solaris2", 0, &linux_formats},
    {"sunos4", PERSONALITY_BSD_DEFAULTS | PERSONALITY_NO_DEFAULT_G, &bsd_formats},
    {"svr4", PERSONALITY_X_IS_Y, &linux_formats},
    {"sysv", PERSONALITY_X_IS_Y, &linux_formats},
    {"tru64", DIGITAL, &digital_formats},
    {"unix", 0, &linux_formats},
    {"unix95", 0, &linux_formats},
    {"unix98", 0, &linux_formats},
};

static const char *name_of(const struct ps_environment *environment)
{
    if (environment->broken_ps)
        return "old";
    if (environment->ps_personality && *environment->ps_personality)
        return environment->ps_personality;
    return environment->cmd_env ? environment->cmd_env : "";
}

struct personality personality_choose(const struct ps_environment *environment)
{
    const char *name = name_of(environment);
    struct personality personality = personalities[0];

    for (size_t i = 0; i < ARRAY_COUNT(personalities); i++)
        if (strcasecmp(personalities[i].name, name) == 0)
            personality = personalities[i];

    /* IRIX itself follows the standard if one is requested. */
    if (environment->xpg && environment->xpg[0] >= '1' && environment->xpg[0] <= '9')
        personality.flags &= ~(unsigned)PERSONALITY_IRIX_LONG;
    return personality;
}
