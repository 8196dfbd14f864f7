/* Counts hands of gin rummy from the rules alone; it shares nothing with models/gin (proof/counter.py calls it).

   Cards are bits, thirteen for each suit, the ace lowest. The melds of a hand are found by trying: each card in turn
   is deadwood or in a meld. Hands that differ only by an exchange of suits are alike: one of them, a class, stands
   for all. */
#include <stdint.h>
#include <string.h>

typedef uint64_t Cards;
enum Aces { LOW, HIGH_OR_LOW, ROUND };
enum { PACK = 52, SUIT = 8191, MOST_MELDS = 5, MOST_WAYS = 512, MOST_RESTS = 128 };
#define END (1ull << 63) /* After the melds of an arrangement: its deadwood cards, with this bit. */

static int bits(Cards cards) { return __builtin_popcountll(cards); }
static int lowest(Cards cards) { return __builtin_ctzll(cards); }
static unsigned in_suit(Cards hand, int suit) { return hand >> 13 * suit & SUIT; }

/* Rules */

static int points[PACK], melds_from[PACK];
static Cards melds[PACK][128]; /* By their lowest card. */

static int is_meld(Cards cards) {
    for (int i = 0; cards && i < melds_from[lowest(cards)]; i++)
        if (melds[lowest(cards)][i] == cards) return 1;
    return 0;
}

static void learn_meld(Cards cards) {
    if (!is_meld(cards)) melds[lowest(cards)][melds_from[lowest(cards)]++] = cards;
}

static int points_of(Cards cards) {
    int sum = 0;
    for (; cards; cards &= cards - 1) sum += points[lowest(cards)];
    return sum;
}

/* Every meld. Returns how many there are. */
int all_melds(Cards *all) {
    int number = 0;
    for (int card = 0; card < PACK; card++)
        for (int i = 0; i < melds_from[card]; i++) all[number++] = melds[card][i];
    return number;
}

/* Arrangements: *least* deadwood and every way to get it, its melds sorted by their lowest card. */

typedef struct { Cards melds[MOST_MELDS]; } Way;
static Way ways[MOST_WAYS], laid;
static int least, found;

static void try(Cards rest, int deadwood, int number) {
    if (deadwood > least) return;
    if (!rest) {
        if (deadwood < least) found = 0;
        least = deadwood;
        ways[found++] = laid;
        return;
    }
    int card = lowest(rest);
    for (int i = 0; i < melds_from[card]; i++) {
        Cards meld = melds[card][i];
        if ((meld & rest) == meld) {
            laid.melds[number] = meld;
            try(rest ^ meld, deadwood, number + 1);
        }
    }
    laid.melds[number] = 0;
    try(rest & (rest - 1), deadwood + points[card], number);
}

static void arrange(Cards hand) {
    least = 1 << 20, found = 0, memset(&laid, 0, sizeof laid);
    try(hand, 0, 0);
}

/* Classes of hands: four sets of ranks, none greater than the one before. */

static unsigned of_size[14][1716];
static int up_to[14][SUIT + 2]; /* How many sets of that size are less than a number. */

static void learn_sizes(void) {
    for (int size = 0; size <= 13; size++)
        for (unsigned ranks = 0; ranks <= SUIT; ranks++) {
            int so_far = up_to[size][ranks];
            if (bits(ranks) == size) of_size[size][so_far++] = ranks;
            up_to[size][ranks + 1] = so_far;
        }
}

static long number; /* Of classes, if there is nothing to visit. */

static void each_class(int suit, int cards, unsigned most, Cards hand, void visit(Cards)) {
    if (suit == 3 && !visit) {
        number += up_to[cards][most + 1];
        return;
    }
    for (int size = suit == 3 ? cards : 0; size <= cards; size++)
        for (int i = 0; i < up_to[size][most + 1]; i++) {
            Cards now = hand | (Cards)of_size[size][i] << 13 * suit;
            if (suit == 3) visit(now);
            else each_class(suit + 1, cards - size, of_size[size][i], now, visit);
        }
}

/* How many hands a class stands for: the orders of its suits. */
static int exchanges(Cards hand) {
    int orders = 24;
    for (int suit = 1; suit < 4; suit++) {
        int alike = 1;
        for (int other = 0; other < suit; other++) alike += in_suit(hand, other) == in_suit(hand, suit);
        orders /= alike;
    }
    return orders;
}

static Cards exchanged(Cards hand, int order) {
    static int orders[24][4], known;
    for (int code = 0; known < 24; code++) {
        int suits[4] = {code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6};
        if ((1 << suits[0] | 1 << suits[1] | 1 << suits[2] | 1 << suits[3]) == 15) memcpy(orders[known++], suits, sizeof suits);
    }
    Cards result = 0;
    for (int suit = 0; suit < 4; suit++) result |= (Cards)in_suit(hand, suit) << 13 * orders[order][suit];
    return result;
}

static long at, from, to; /* The number of a class, and those wanted. */
static int suits_in_order;
static Cards *written;
static void write(Cards hand) {
    if (at >= from && at < to) *written++ = exchanged(hand, suits_in_order);
    at++;
}

/* How many classes of so many cards have that largest set of ranks. */
static long number_with(unsigned largest, int cards) {
    number = 0;
    if (bits(largest) <= cards) each_class(1, cards - bits(largest), largest, largest, 0);
    return number;
}

long number_of_classes(int cards) {
    long sum = 0;
    for (unsigned largest = 0; largest <= SUIT; largest++) sum += number_with(largest, cards);
    return sum;
}

/* Visits the classes from one number to before another, and perhaps some around them. */
static void visit_classes(int cards, long first, long last, void visit(Cards)) {
    at = 0, from = first, to = last;
    for (unsigned largest = 0; largest <= SUIT && at < to; largest++) {
        long size = number_with(largest, cards);
        if (at + size <= from) at += size;
        else if (size) each_class(1, cards - bits(largest), largest, largest, visit);
    }
}

/* The classes from one number to before another, their suits in one of 24 orders. Returns how many they are. */
long classes(int cards, long first, long last, int order, Cards *hands) {
    written = hands, suits_in_order = order;
    visit_classes(cards, first, last, write);
    return written - hands;
}

/* How many hands these classes stand for. */
uint64_t stand_for(const Cards *hands, long n) {
    uint64_t sum = 0;
    for (long i = 0; i < n; i++) sum += exchanges(hands[i]);
    return sum;
}

/* One suit: its points, whether it has a run, its deadwood, and that after the best discards. */

static int suit_points[SUIT + 1], has_run[SUIT + 1], left[SUIT + 1], after[SUIT + 1];
static unsigned thrown[SUIT + 1];

static Cards ranks_of_three(Cards hand) {
    Cards s = in_suit(hand, 0), h = in_suit(hand, 1), d = in_suit(hand, 2), c = in_suit(hand, 3);
    return (s & h & (d | c)) | (d & c & (s | h));
}

static int has_meld(Cards hand) {
    return ranks_of_three(hand) || has_run[in_suit(hand, 0)] || has_run[in_suit(hand, 1)] || has_run[in_suit(hand, 2)] ||
           has_run[in_suit(hand, 3)];
}

void use_rules(int aces, int ace_points) {
    learn_sizes();
    memset(melds_from, 0, sizeof melds_from);
    for (int card = 0; card < PACK; card++) {
        int rank = card % 13;
        points[card] = rank == 0 ? ace_points : rank < 10 ? rank + 1 : 10;
    }
    for (int rank = 0; rank < 13; rank++) {
        Cards four = (1ull | 1ull << 13 | 1ull << 26 | 1ull << 39) << rank;
        learn_meld(four);
        for (int suit = 0; suit < 4; suit++) learn_meld(four & ~(1ull << (13 * suit + rank)));
    }
    for (int suit = 0; suit < 4; suit++)
        for (int first = 0; first < 13; first++)
            for (int length = 3; length <= 13; length++) {
                int above_king = first + length - 13;
                if (above_king > (aces == LOW ? 0 : aces == HIGH_OR_LOW ? 1 : 12)) continue;
                Cards run = 0;
                for (int step = 0; step < length; step++) run |= 1ull << (13 * suit + (first + step) % 13);
                learn_meld(run);
            }
    after[0] = 1 << 20;
    for (unsigned held = 0; held <= SUIT; held++) {
        suit_points[held] = points_of(held);
        arrange(held);
        left[held] = least, has_run[held] = least < suit_points[held];
    }
    for (unsigned held = 1; held <= SUIT; held++) {
        after[held] = 1 << 20;
        for (unsigned rest = held; rest; rest &= rest - 1) {
            unsigned card = rest & -rest;
            if (left[held ^ card] < after[held]) after[held] = left[held ^ card], thrown[held] = 0;
            if (left[held ^ card] == after[held]) thrown[held] |= card;
        }
    }
}

/* Of *hands* those with one of *cards*; with a meld, if *cards* is 0. */
long chosen(const Cards *hands, long n, Cards cards, Cards *written_to) {
    Cards *next = written_to;
    for (long i = 0; i < n; i++)
        if (cards ? (hands[i] & cards) != 0 : has_meld(hands[i])) *next++ = hands[i];
    return next - written_to;
}

/* Least deadwood and every best arrangement */

static int least_of(Cards hand) {
    if (!has_meld(hand)) return points_of(hand);
    arrange(hand);
    return least;
}

/* How many of the *hands* have another least deadwood than said; *wrong* is one of them. */
long wrong_least(const Cards *hands, long n, const uint8_t *said, Cards *wrong) {
    long number = 0;
    for (long i = 0; i < n; i++)
        if (least_of(hands[i]) != said[i]) *wrong = hands[i], number++;
    return number;
}

/* Reads melds up to an END into *way*, sorted. Returns where the next begins, and the deadwood cards. */
static const Cards *read_way(const Cards *next, Way *way, Cards *deadwood) {
    int number = 0;
    memset(way, 0, sizeof *way);
    for (; !(*next & END); next++) {
        int place = number < MOST_MELDS ? number++ : MOST_MELDS - 1;
        for (; place && lowest(way->melds[place - 1]) > lowest(*next); place--) way->melds[place] = way->melds[place - 1];
        way->melds[place] = *next;
    }
    *deadwood = *next & ~END;
    return next + 1;
}

/* For how many of the *hands* the ways said are not exactly the best ones. Each way ends with an END, each hand with a second. */
long wrong_ways(const Cards *hands, long n, const Cards *said, Cards *wrong) {
    long number = 0;
    for (long i = 0; i < n; i++) {
        arrange(hands[i]);
        int right = 0, read = 0;
        for (; *said != END || !read; read++) {
            Way way;
            Cards deadwood, melded = 0;
            said = read_way(said, &way, &deadwood);
            for (int meld = 0; meld < MOST_MELDS; meld++) melded |= way.melds[meld];
            for (int other = 0; other < found; other++)
                if (!memcmp(&ways[other], &way, sizeof way) && deadwood == (hands[i] ^ melded)) {
                    right++, ways[other].melds[0] = END; /* A way said twice is wrong. */
                    break;
                }
        }
        said++;
        if (right != found || read != found) *wrong = hands[i], number++;
    }
    return number;
}

/* Figures of ten dealt cards: hands by what they are */

typedef struct { uint64_t dealt[99], no_meld, best_ways[5], dearest_first[99], dearest_first_of_gin; } Dealt;

/* Deadwood if the dearest meld is laid first, then the dearest of the rest; of equally dear ones, the best to begin with. */
static int dearest_first(Cards hand) {
    Cards dearest[64];
    int most = 0, equals = 0, best = 1 << 20;
    for (Cards rest = hand; rest; rest &= rest - 1)
        for (int i = 0, card = lowest(rest); i < melds_from[card]; i++) {
            Cards meld = melds[card][i];
            if ((meld & hand) != meld || points_of(meld) < most) continue;
            if (points_of(meld) > most) most = points_of(meld), equals = 0;
            dearest[equals++] = meld;
        }
    if (!equals) return points_of(hand);
    for (int i = 0; i < equals; i++) {
        int deadwood = dearest_first(hand ^ dearest[i]);
        if (deadwood < best) best = deadwood;
    }
    return best;
}

void count_dealt(const Cards *hands, long n, Dealt *figures) {
    for (long i = 0; i < n; i++) {
        int hands_like_it = exchanges(hands[i]), melded = has_meld(hands[i]);
        if (melded) arrange(hands[i]);
        else least = points_of(hands[i]), found = 1;
        int too_high = melded ? dearest_first(hands[i]) - least : 0;
        figures->dealt[least] += hands_like_it;
        figures->no_meld += melded ? 0 : hands_like_it;
        figures->best_ways[found < 5 ? found - 1 : 4] += hands_like_it;
        figures->dearest_first[too_high] += hands_like_it;
        if (least == 0 && too_high) figures->dearest_first_of_gin += hands_like_it;
    }
}

/* Eleven cards: after the first draw */

typedef struct { uint64_t after_a_discard[99], big_gin, best_discards[11]; } Drawn;

/* The best discards: for each choice of sets, the best runs and discards of each suit. */
static int after_discard(Cards hand, Cards *best, int *kept) {
    Cards rests[MOST_RESTS] = {hand};
    int number = 1, deadwood = 1 << 20;
    *kept = 1 << 20;
    for (Cards ranks = ranks_of_three(hand); ranks; ranks &= ranks - 1) {
        Cards four = (1ull | 1ull << 13 | 1ull << 26 | 1ull << 39) << lowest(ranks);
        int before = number;
        for (int left_out = 0; left_out <= 4; left_out++) {
            Cards set = left_out == 4 ? four : four & ~(four & (Cards)SUIT << 13 * left_out);
            for (int i = 0; (set & hand) == set && i < before; i++) rests[number++] = rests[i] ^ set;
        }
    }
    for (int i = 0; i < number; i++) {
        int sum = 0;
        for (int suit = 0; suit < 4; suit++) sum += left[in_suit(rests[i], suit)];
        if (sum < *kept) *kept = sum;
        for (int suit = 0; suit < 4; suit++) {
            unsigned held = in_suit(rests[i], suit);
            int then = sum - left[held] + after[held];
            if (then < deadwood) deadwood = then, *best = 0;
            if (then == deadwood) *best |= (Cards)thrown[held] << 13 * suit;
        }
    }
    return deadwood;
}

static Drawn *drawn;
static Cards *asked, *asked_best;
static uint8_t *asked_deadwood;
static long others;
enum { KNOCK = 10, EACH = 100 };

static void draw(Cards hand) {
    if (at++ < from || at > to) return;
    Cards best = 0;
    hand = exchanged(hand, suits_in_order);
    int kept, deadwood = after_discard(hand, &best, &kept), hands_like_it = exchanges(hand);
    drawn->after_a_discard[deadwood] += hands_like_it;
    drawn->best_discards[bits(best) - 1] += hands_like_it;
    if (kept == 0) drawn->big_gin += hands_like_it;
    if (deadwood <= KNOCK || others++ % EACH == 0) *asked++ = hand, *asked_best++ = best, *asked_deadwood++ = deadwood;
}

/* All classes of eleven cards from one number to before another. The engine is asked about those written: all that
   may knock after a discard, and each hundredth of the others. */
long count_drawn(long first, long last, int order, Drawn *figures, Cards *hands, uint8_t *deadwood, Cards *best) {
    drawn = figures, asked = hands, asked_deadwood = deadwood, asked_best = best, others = 0, suits_in_order = order;
    visit_classes(11, first, last, draw);
    return asked - hands;
}

/* Random hands */

static uint64_t state;
static unsigned below(unsigned most) { /* SplitMix64, by Sebastiano Vigna. */
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9, z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return (unsigned)(((z ^ z >> 31) >> 32) * most >> 32);
}

static Cards filled(Cards hand, Cards taken, int cards) {
    while (bits(hand) < cards) {
        Cards card = 1ull << below(PACK);
        if (!(card & taken)) hand |= card;
    }
    return hand;
}

void random_hands(int cards, uint64_t seed, long n, Cards *hands) {
    state = seed;
    for (long i = 0; i < n; i++) hands[i] = filled(0, 0, cards);
}

/* Lay-offs */

enum { KNOCKER_MELDS = 3 };

/* A defender's ten cards that are not *taken*: four of five are rich in melds. */
Cards random_defender(Cards taken, uint64_t seed) {
    state = seed;
    Cards hand = 0;
    for (int tries = below(5) ? 12 : 0; tries; tries--) {
        int card = below(PACK);
        Cards meld = melds_from[card] ? melds[card][below(melds_from[card])] : 0;
        if (!(meld & (taken | hand)) && bits(meld | hand) <= 10) hand |= meld;
    }
    return filled(hand, taken, 10);
}

/* The least of 16 times the deadwood plus the cards laid off, over all choices of cards to lay off on the melds. */
static int best_defence(Cards hand, const Cards *group, int targets, int laid_off) {
    if (!targets) return 16 * least_of(hand) + laid_off;
    Cards target = group[targets - 1];
    int best = best_defence(hand, group, targets - 1, laid_off);
    if (!target) return best;
    int low = lowest(target), high = 63 - __builtin_clzll(target);
    if (high / 13 != low / 13) { /* A set. */
        Cards fourth = (1ull | 1ull << 13 | 1ull << 26 | 1ull << 39) << low % 13 & ~target & hand;
        int cost = fourth ? best_defence(hand ^ fourth, group, targets - 1, laid_off + 1) : best;
        return cost < best ? cost : best;
    }
    for (int below = 0; low % 13 - below >= 0; below++) {
        if (below && !(hand >> (low - below) & 1)) break;
        Cards lot = ((1ull << below) - 1) << (low - below);
        for (int above = 0; high % 13 + above <= 12; above++) {
            if (above && !(hand >> (high + above) & 1)) break;
            if (above) lot |= 1ull << (high + above);
            int cost = best_defence(hand ^ lot, group, targets - 1, laid_off + bits(lot));
            if (cost < best) best = cost;
        }
    }
    return best;
}

/* Whether a defence is legal and as good as the best: its melds up to END with the deadwood cards, then each meld of
   the knocker with the cards laid off on it, up to an END. */
int is_best_defence(Cards hand, const Cards *group, const Cards *said) {
    Way own;
    Cards deadwood, used;
    said = read_way(said, &own, &deadwood);
    used = deadwood;
    int cards = bits(deadwood), laid_off = 0;
    for (int i = 0; i < MOST_MELDS; i++) {
        if (own.melds[i] && !is_meld(own.melds[i])) return 0;
        used |= own.melds[i], cards += bits(own.melds[i]);
    }
    for (Cards targets = 0; *said != END; said += 2) {
        Cards target = said[0], lot = said[1];
        if (target & targets || !is_meld(target | lot)) return 0;
        if (target != group[0] && target != group[1] && target != group[2]) return 0;
        targets |= target, used |= lot, laid_off += bits(lot);
    }
    return used == hand && cards + laid_off == bits(hand) &&
           16 * points_of(deadwood) + laid_off == best_defence(hand, group, KNOCKER_MELDS, 0);
}
