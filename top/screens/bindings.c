/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/screens/bindings.h"

#include "lib/text/i18n.h"

static void flip(struct model *model, const struct toggle *toggle)
{
    char *base = toggle->of == TOGGLE_MODEL ? (char *)model : (char *)&model->window->settings;
    bool *flag = (bool *)(base + toggle->offset);

    *flag = !*flag;
    if (toggle->on)
        model_set_message(model, "%s", *flag ? _(toggle->on) : _(toggle->off));
    model->rows_stale |= !toggle->is_look;
}

const struct binding *binding_find(const struct binding *table, int key)
{
    while (table->key && table->key != key)
        table++;
    return table;
}

bool binding_refuse_in_past(struct model *model)
{
    if (model_looks_back(model))
        model_set_message(model, _("Not while looking back: Esc shows the present"));
    return model_looks_back(model);
}

void binding_perform(struct model *model, const struct binding *binding, struct effects *effects)
{
    if (binding->outside && model->secure) {
        model_set_message(model, _("Unavailable in secure mode"));
        return;
    }
    if (binding->outside && binding_refuse_in_past(model))
        return;
    if (binding->on_task && model->foreign) {
        model_set_message(model, _("Not here: these PIDs are of another host or PID namespace"));
        return;
    }
    if (binding->toggle.of != TOGGLE_NONE)
        flip(model, &binding->toggle);
    if (binding->ask)
        model_ask(model, binding->ask);
    if (binding->act)
        binding->act(model);
    if (binding->act_on)
        binding->act_on(model, binding->argument);
    if (binding->act_outside)
        binding->act_outside(model, effects);
    if (binding->effects)
        *effects = *binding->effects;
}
