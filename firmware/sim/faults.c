#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim.h"

enum { PLANNED = 64, WORDS = 64 };

struct faults faults = {.double_offset = -1, .jam_at = -1, .coast_tau = 12000};

static struct {
    uint64_t at;
    char words[WORDS];
} plan[PLANNED];
static int plan_count;

bool fault_at(uint64_t us, const char *words) {
    if (plan_count == PLANNED || strlen(words) >= WORDS) return false;
    plan[plan_count].at = us;
    strcpy(plan[plan_count++].words, words);
    return true;
}

void fault_tick(uint64_t now) {
    for (int i = 0; i < plan_count; i++) {
        if (plan[i].at > now) continue;
        char words[WORDS];
        strcpy(words, plan[i].words);
        plan[i--] = plan[--plan_count];
        if (!fault_order(words)) say("! %llu unknown %s", (unsigned long long)now, words);
    }
}

bool fault_order(char *words) {
    char *name = strtok(words, " ");
    const char *text = strtok(NULL, " ");
    double value = text ? atof(text) : 0;
    if (!name) return false;
    if (!strcmp(name, "double")) faults.double_offset = value;
    else if (!strcmp(name, "jam")) faults.jam_at = value;
    else if (!strcmp(name, "slip")) faults.slip = true;
    else if (!strcmp(name, "missed")) faults.missed = true;
    else if (!strcmp(name, "beam")) faults.beam_dead = value != 0;
    else if (!strcmp(name, "lose")) faults.lost_steps = (int)value;
    else if (!strcmp(name, "coast")) faults.coast_tau = value;
    else if (!strcmp(name, "noise")) faults.noise = value;
    else if (!strcmp(name, "drop")) faults.drop = value;
    else if (!strcmp(name, "repeat")) faults.repeat = value;
    else if (!strcmp(name, "lid")) mechanics_lid(value != 0);
    else if (!strcmp(name, "cut")) board_power_off((uint64_t)(value * 1000));
    else if (!strcmp(name, "dtr")) board_reset(false);
    else if (!strcmp(name, "hang")) board_hang();
    else return false;
    say("! %llu fault %s", (unsigned long long)board_now(), name);
    return true;
}
