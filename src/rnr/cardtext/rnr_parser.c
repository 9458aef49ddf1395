// One sentence against the grammar. One term of look-ahead decides everything, so there is no
// backtracking; whatever was looked for at the current term is in `tried`, which is the exact list
// of what could have stood there.
#include <string.h>

#include "rnr_cardc.h"

static cardc_term current(const cardc_parse *p)
{
    return p->token < p->sentence->count ? (cardc_term)p->sentence->token[p->token].term : T_END;
}

static bool add_leaf(cardc_parse *p, bool is_rule, int id)
{
    if (p->count == CARDC_MAX_TREE) {
        return false;
    }
    p->tree[p->count++] =
        (cardc_leaf){.is_rule = is_rule, .id = (uint8_t)id, .token = (uint16_t)p->token};
    return true;
}

static bool parse_node(cardc_parse *p, uint16_t at);

static bool parse_term(cardc_parse *p, int term)
{
    if ((int)current(p) != term || !add_leaf(p, false, term)) {
        return false;
    }
    p->token++;
    p->tried = (cardc_set){{0}};
    return true;
}

static bool parse_choice(cardc_parse *p, const cardc_node *node)
{
    for (uint16_t i = node->child; i != 0; i = p->grammar->node[i].next) {
        if (cardc_has(&p->grammar->node[i].first, current(p))) {
            return parse_node(p, i);
        }
    }
    return node->nullable;
}

static bool parse_children(cardc_parse *p, const cardc_node *node)
{
    for (uint16_t i = node->child; i != 0; i = p->grammar->node[i].next) {
        if (!parse_node(p, i)) {
            return false;
        }
    }
    return true;
}

static bool parse_node(cardc_parse *p, uint16_t at)
{
    const cardc_node *node = &p->grammar->node[at];
    cardc_join(&p->tried, &node->first);
    bool begins = cardc_has(&node->first, current(p));
    if (p->seen != NULL && begins) {
        p->seen[at] = 1;
    }
    switch ((cardc_kind)node->kind) {
    case CARDC_TERM: return parse_term(p, node->id);
    case CARDC_RULE:
        return (begins || node->nullable) && add_leaf(p, true, node->id) &&
               parse_node(p, p->grammar->rule[node->id]);
    case CARDC_SEQUENCE: return parse_children(p, node);
    case CARDC_CHOICE: return parse_choice(p, node);
    case CARDC_OPTION: return !begins || parse_children(p, node);
    case CARDC_REPEAT:
        while (cardc_has(&node->first, current(p))) {
            if (!parse_children(p, node)) {
                return false;
            }
            cardc_join(&p->tried, &node->first);
        }
        return true;
    }
    return false;
}

bool cardc_parse_sentence(cardc_parse *parse)
{
    parse->count = 0;
    parse->token = 0;
    parse->tried = (cardc_set){{0}};
    return parse_node(parse, parse->grammar->rule[R_Sentence]) &&
           parse->token == parse->sentence->count;
}
