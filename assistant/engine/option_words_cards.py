"""House options in plain words, part one: the cards in play and what beats what (rule book, sections 1 to 5)."""

from __future__ import annotations

from assistant.engine.option_words_kind import OptionWords

CARDS: dict[str, OptionWords] = {
    "deck_rule": OptionWords(
        "Cartas em jogo",
        "Cards in play",
        {
            "regra_do_11": (
                "A carta mais baixa é 11 menos o número de jogadores: com quatro joga-se do 7 para cima.",
                "The lowest card is 11 minus the number of players: four play with sevens and up.",
            ),
            "tabela_001_40": (
                "Sete jogam com 52 cartas, seis com 44, cinco com 40 e até quatro com 32.",
                "Seven play with 52 cards, six with 44, five with 40, four or fewer with 32.",
            ),
            "tabela_001_36": (
                "Sete jogam com 52 cartas, seis com 44, cinco com 36 e até quatro com 32.",
                "Seven play with 52 cards, six with 44, five with 36, four or fewer with 32.",
            ),
            "completo_52": (
                "Joga-se sempre com o baralho inteiro, 52 cartas.",
                "The whole deck of 52 cards is always used.",
            ),
        },
    ),
    "stick_deck": OptionWords(
        "Baralho do Stick com seis ou mais",
        "Deck of Stick for six or more",
        {
            "sem_seis": (
                "No Stick de seis ou mais jogadores o 6 sai: joga-se do 7 para cima, enquanto as cartas bastarem.",
                "In Stick with six or more players the sixes stay out: sevens and up, as long as the cards suffice.",
            ),
            "sem_sete": (
                "No Stick de seis ou mais jogadores saem o 6 e o 7: do 8 para cima, enquanto as cartas bastarem.",
                "In Stick with six or more players sixes and sevens stay out: eights and up, while the cards suffice.",
            ),
            "regra_do_11": (
                "No Stick o baralho é o dos outros jogos, também com seis ou mais.",
                "In Stick the deck is that of the other games, also with six or more.",
            ),
            "completo_52": (
                "No Stick de seis ou mais jogadores joga-se com as 52 cartas.",
                "In Stick with six or more players all 52 cards are used.",
            ),
        },
    ),
    "jokers": OptionWords(
        "Curingas no baralho",
        "Jokers in the deck",
        {
            None: (
                "Curinga só entra no jogo que o pede (dois no Pôquer com Curinga).",
                "Jokers only come in where the game asks for them (two in Poker with Jokers).",
            ),
            0: ("Não se joga com curinga.", "No jokers are used."),
            1: ("Um curinga no baralho.", "One joker in the deck."),
            2: ("Dois curingas no baralho.", "Two jokers in the deck."),
            3: ("Três curingas no baralho.", "Three jokers in the deck."),
            4: ("Quatro curingas no baralho.", "Four jokers in the deck."),
        },
    ),
    "full_vs_flush": OptionWords(
        "Full ou flush",
        "Full house or flush",
        {
            "by_deck_40": (
                "Flush ganha de full quando o baralho tem menos de 40 cartas; com 40 ou mais, full ganha de flush.",
                "A flush beats a full house when fewer than 40 cards are in play; with 40 or more the full house wins.",
            ),
            "full_over_flush": ("Full ganha sempre de flush.", "A full house always beats a flush."),
            "flush_over_full": ("Flush ganha sempre de full.", "A flush always beats a full house."),
        },
    ),
    "low_straight": OptionWords(
        "Seguida mínima",
        "Lowest straight",
        {
            "ace_below_lowest": (
                "O Ás também vale abaixo da carta mais baixa em jogo: com 32 cartas, A-7-8-9-10 é seguida.",
                "The ace also stands below the lowest card in play: with 32 cards A-7-8-9-10 is a straight.",
            ),
            "only_A2345": (
                "Abaixo, o Ás só vale em A-2-3-4-5; sem o 2 no baralho não há seguida mínima.",
                "The ace is low only in A-2-3-4-5; without twos in the deck there is no lowest straight.",
            ),
        },
    ),
    "two_pair_tiebreak": OptionWords(
        "Desempate de dois pares",
        "Tie of two pairs",
        {
            "second_pair_first": (
                "Entre dois pares decide o par maior, depois o segundo par, depois a carta solta.",
                "Between two pairs the higher pair decides, then the second pair, then the odd card.",
            ),
            "kicker_first": (
                "Entre dois pares decide o par maior, depois a carta solta e só no fim o segundo par.",
                "Between two pairs the higher pair decides, then the odd card, and only then the second pair.",
            ),
        },
    ),
    "hand_set": OptionWords(
        "Jogos que valem",
        "Hands that count",
        {
            None: (
                "Vale o que é de cada jogo: no Stick só pares, trincas, full e quadra; nos outros, todos os jogos.",
                "Each game as it is: in Stick only pairs, threes, full house and four; elsewhere every hand.",
            ),
            "standard": (
                "Em todos os jogos valem todas as combinações, também no Stick.",
                "Every combination counts in every game, in Stick too.",
            ),
            "pairs_only": (
                "Em todos os jogos só valem par, dois pares, trinca, full e quadra: seguida e flush não contam.",
                "In every game only pair, two pairs, three, full house and four count: no straights, no flushes.",
            ),
            "no_one_pair": (
                "Um par só não vale jogo: decide-se carta por carta; de dois pares para cima vale tudo.",
                "A single pair counts for nothing: card by card decides; from two pairs up everything counts.",
            ),
        },
    ),
    "five_rank": OptionWords(
        "Quina",
        "Five of a kind",
        {
            "top": ("A quina ganha de tudo, até do royal.", "Five of a kind beats everything, even the royal."),
            "below_royal": (
                "A quina só perde do royal straight flush.",
                "Five of a kind loses only to the royal straight flush.",
            ),
        },
    ),
    "wild_flush": OptionWords(
        "Curinga no flush",
        "Wild card in a flush",
        {
            "no_duplicate": (
                "O curinga não repete carta que já está na mão, a não ser para fazer quina.",
                "A wild card never repeats a card already in the hand, except to make five of a kind.",
            ),
            "duplicate_ok": (
                "O curinga pode repetir carta da mão: um flush pode ter dois Ases do naipe.",
                "A wild card may repeat a card of the hand: a flush may hold two aces of its suit.",
            ),
        },
    ),
    "natural_beats_wild": OptionWords(
        "Mão sem curinga",
        "Hand without wild cards",
        {
            False: (
                "Mão com curinga vale o mesmo que a mão natural igual.",
                "A hand with a wild card is worth as much as the same hand without.",
            ),
            True: (
                "Entre mãos iguais ganha a que tem menos curingas.",
                "Between equal hands the one with fewer wild cards wins.",
            ),
        },
    ),
    "low_rule": OptionWords(
        "Mão mais baixa",
        "Lowest hand",
        {
            "reversed": (
                "Na Miséria vale a ordem virada: o Ás é alto, e seguida e flush são jogos ruins.",
                "In Misery the order is turned over: the ace is high, and straights and flushes are bad.",
            ),
            "ace_to_five": (
                "Na Miséria o Ás é a menor carta e seguida e flush não contam: a melhor mão é A-2-3-4-5.",
                "In Misery the ace is lowest and straights and flushes do not count: A-2-3-4-5 is best.",
            ),
        },
    ),
    "miseria_no_suit": OptionWords(
        "Chicago Miséria sem o naipe",
        "Chicago Misery without the suit",
        {
            "high": (
                "Na Chicago e na San Francisco Miséria, se ninguém tem o naipe fechado, a mão mais alta leva tudo.",
                "In Chicago and San Francisco Misery, if nobody holds the suit closed, the highest hand takes all.",
            ),
            "low": (
                "Na Chicago e na San Francisco Miséria, se ninguém tem o naipe fechado, a mão mais baixa leva tudo.",
                "In Chicago and San Francisco Misery, if nobody holds the suit closed, the lowest hand takes all.",
            ),
        },
    ),
    "ace_side_low": OptionWords(
        "Ás do naipe na Miséria",
        "Ace of the suit in Misery",
        {
            "high": (
                "Na Chicago e na San Francisco Miséria o Ás do naipe é a maior carta.",
                "In Chicago and San Francisco Misery the ace of the suit is the highest card.",
            ),
            "low": (
                "Na Chicago e na San Francisco Miséria o Ás do naipe é a menor carta, e por isso a melhor.",
                "In Chicago and San Francisco Misery the ace of the suit is the lowest card, and so the best.",
            ),
        },
    ),
    "position_scale": OptionWords(
        "Curinga de cada lugar",
        "Wild card of each seat",
        {
            "fixed": (
                "No Position Poker o curinga do primeiro depois do carteador é o Ás, o do segundo o 2, e assim vai.",
                "In Position Poker the first to the dealer's left has aces wild, then twos, threes and so on.",
            ),
            "deck": (
                "No Position Poker conta-se o Ás e depois as cartas mais baixas que estão no baralho.",
                "In Position Poker the count is the ace and then the lowest cards that are in the deck.",
            ),
        },
    ),
    "ftq_replace": OptionWords(
        "Siga a Dama",
        "Follow the Queen",
        {
            "latest": (
                "No Follow the Queen só vale de curinga a carta que seguiu a última Dama.",
                "In Follow the Queen only the card after the latest queen is wild.",
            ),
            "accumulate": (
                "No Follow the Queen cada Dama acrescenta um curinga aos anteriores.",
                "In Follow the Queen each queen adds a wild rank to those before.",
            ),
        },
    ),
    "colorido_first": OptionWords(
        "Quem fala no Colorido",
        "Who speaks in Colorido",
        {
            "points": ("No Colorido fala quem mostra mais pontos.", "In Colorido whoever shows most points speaks."),
            "cards": (
                "No Colorido fala quem mostra as melhores cartas, como no Stick.",
                "In Colorido the best open cards speak, as in Stick.",
            ),
        },
    ),
    "foul_13": OptionWords(
        "Treze cartas fora de ordem",
        "Thirteen cards out of order",
        {
            "loses_all_three": (
                "No jogo de treze, quem arruma as mãos fora de ordem perde as três partes.",
                "In the thirteen-card game whoever sets the hands out of order loses all three parts.",
            ),
            "house": (
                "No jogo de treze, mãos fora de ordem são resolvidas pela mesa, em conversa.",
                "In the thirteen-card game the table settles hands out of order by talking.",
            ),
        },
    ),
}
