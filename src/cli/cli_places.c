// What places each kind of bot reaches, over many games: means with 95% intervals. Games count as independent,
// the seats of one game do not: each game gives each kind one number.
#include <stdio.h>

#include "cli.h"

static double square_root(double x)
{
    double root = x > 1 ? x : 1;
    for (int i = 0; i < 60; i++) {
        root = (root + x / root) / 2;
    }
    return x > 0 ? root : 0;
}

static void add(cli_mean *mean, double value)
{
    mean->sum += value;
    mean->squares += value * value;
}

static double half_width(const cli_mean *mean, int n)
{
    double average = mean->sum / n, variance = mean->squares / n - average * average;
    return n > 1 ? 1.96 * square_root(variance / (n - 1)) : 0;
}

static cli_place_row *row_of(cli_places *places, const brs_bot_kind *kind)
{
    int i = 0;
    while (i < places->count && places->row[i].kind != kind) {
        i++;
    }
    if (i == places->count) {
        places->row[places->count++] = (cli_place_row){.kind = kind};
    }
    return &places->row[i];
}

void cli_places_add(cli_places *places, const brs_bot_kind *const *kind, const brs_setup *setup, const brs_result *result)
{
    if (!result->over || result->place[0] == 0) {
        return;
    }
    places->games++;
    for (int seat = 0; seat < setup->seats; seat++) {
        cli_place_row *row = row_of(places, kind[seat]);
        row->seats++;
        row->place += result->place[seat];
        row->first += result->place[seat] == 1;
        row->last += result->place[seat] == setup->seats;
    }
    for (int i = 0; i < places->count; i++) {
        cli_place_row *row = &places->row[i];
        if (row->seats > 0) {
            add(&row->mean_place, (double)row->place / row->seats);
            add(&row->mean_first, (double)row->first / row->seats);
            add(&row->mean_last, (double)row->last / row->seats);
        }
        row->seats = row->place = row->first = row->last = 0;
    }
}

void cli_places_tell(const cli_places *places)
{
    for (int i = 0; i < places->count && places->count > 1; i++) {
        const cli_place_row *row = &places->row[i];
        const int n = places->games;
        fprintf(stderr, "  %-8s mean place %.3f +- %.3f, first %.1f%% +- %.1f%%, last %.1f%% +- %.1f%%\n", row->kind->id,
                row->mean_place.sum / n, half_width(&row->mean_place, n), 100 * row->mean_first.sum / n,
                100 * half_width(&row->mean_first, n), 100 * row->mean_last.sum / n,
                100 * half_width(&row->mean_last, n));
    }
}
