/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/update/commands.h"

#include <stdio.h>
#include <string.h>

#include "lib/text/i18n.h"
#include "lib/text/names.h"

/* A user filter replaces -p. */
static void filter_by_user(struct model *model, struct window *window,
                           const struct user_filter *filter)
{
    window->position.users = *filter;
    window->position.first_row = 0;
    model->pid_count = 0;
    model->rows_stale = true;
}

static void take_user(struct model *model, const struct answer *answer)
{
    struct wanted_user *wanted = &model->wanted_user;
    struct user_filter filter = {.by = FILTER_NOBODY};
    const char *name = NULL;

    *wanted = (struct wanted_user){.filter.by = FILTER_NOBODY};
    if (*answer->text &&
        !user_filter_begin(answer->text, (enum filter_by)answer->argument, &filter, &name)) {
        model_set_message(model, _("Invalid user"));
    } else if (name) {
        *wanted = (struct wanted_user){.filter = filter, .window = model->window};
        snprintf(wanted->name, sizeof(wanted->name), "%s", name);
        model_set_message(model, _("Looking for the user '%s' ..."), name);
        answer->effects->action = ACTION_FIND_USER;
    } else {
        filter_by_user(model, model->window, &filter);
    }
}

const struct question question_effective_user = {
    .name = "effective-user",
    .text = N_("Which user (blank for all) "),
    .act = take_user,
    .argument = FILTER_EFFECTIVE,
};

const struct question question_any_user = {
    .name = "any-user",
    .text = N_("Which user (blank for all) "),
    .act = take_user,
    .argument = FILTER_ANY,
};

/*
 * The one owner of tasks whose name begins so. False: there is none, or there are several. Stores
 * whether the names of some are still looked up.
 */
static bool find_owner(const struct model *model, const char *beginning, uid_t *uid, bool *pending)
{
    const struct snapshot *snapshot = &model->newest->snapshot;
    size_t found = 0;

    *pending = false;
    for (size_t i = 0; i < snapshot->count; i++) {
        const struct task *task = &snapshot->tasks[i];
        const char *name;

        if (!(task->have & NEED_OWNER) || (found && task->euid == *uid))
            continue;
        name = name_cache_user(model->context.names, task->euid);
        *pending |= name_cache_user_is_pending(model->context.names, task->euid);
        if (name && strncmp(name, beginning, strlen(beginning)) == 0) {
            found++;
            *uid = task->euid;
        }
    }
    return found == 1;
}

static void end_search(struct model *model, bool known, uid_t uid, int error)
{
    struct wanted_user *wanted = &model->wanted_user;

    wanted->filter.uid = uid;
    model->message[0] = '\0';
    if (known)
        filter_by_user(model, wanted->window, &wanted->filter);
    else
        model_set_message(model, "%s", error ? strerror(-error) : _("Invalid user"));
    *wanted = (struct wanted_user){.filter.by = FILTER_NOBODY};
}

void user_question_find_owner(struct model *model)
{
    struct wanted_user *wanted = &model->wanted_user;
    uid_t uid = 0;
    bool found, pending;

    if (!wanted->is_beginning || !model->newest ||
        (!model->paused &&
         (model->newest->snapshot.incomplete || !(model->newest->request.need & NEED_OWNER))))
        return;
    found = find_owner(model, wanted->name, &uid, &pending);
    if (!pending)
        end_search(model, found, uid, 0);
}

void user_question_take_found(struct model *model, const char *name, bool known, uid_t uid,
                              int error)
{
    struct wanted_user *wanted = &model->wanted_user;

    if (wanted->filter.by == FILTER_NOBODY || strcmp(wanted->name, name) != 0)
        return;
    /* In stock top a name is whole. */
    wanted->is_beginning = !error && !known && model->settings.status;
    if (wanted->is_beginning)
        user_question_find_owner(model);
    else
        end_search(model, known, uid, error);
}
