"""House options in plain words: the open games, Stick, Stickão and Stud (rule book, section 8)."""

from __future__ import annotations

from assistant.engine.option_words_kind import OptionWords

OPEN_GAMES: dict[str, OptionWords] = {
    "obligation": OptionWords(
        "Figura aberta obriga",
        "Open face cards oblige",
        {
            "off": (
                "Quem tem figura aberta pode sair quando quiser.",
                "Whoever shows a face card may leave at any time.",
            ),
            "first_round": (
                "Na primeira rodada, quem tem Valete, Dama ou Rei aberto não pode sair.",
                "In the first round whoever shows a Jack, Queen or King may not leave.",
            ),
            "all_rounds": (
                "Enquanto tem Valete, Dama ou Rei aberto, o jogador não pode sair.",
                "As long as a Jack, Queen or King lies open before him, a player may not leave.",
            ),
        },
    ),
    "first_street_mesa": OptionWords(
        "Mesa na primeira carta do Stick",
        "Checking on the first card of Stick",
        {
            True: (
                "No Stick, quem fala primeiro na primeira carta pode dizer mesa.",
                "In Stick the first to speak on the first card may check.",
            ),
            False: (
                "No Stick, quem fala primeiro na primeira carta aposta ou sai.",
                "In Stick the first to speak on the first card bets or leaves.",
            ),
        },
    ),
    "stick_later_first": OptionWords(
        "Quem fala depois da primeira carta",
        "Who speaks after the first card",
        {
            "highest": (
                "No Stick, da segunda carta aberta em diante fala a melhor combinação aberta.",
                "In Stick, from the second open card on the best open combination speaks.",
            ),
            "lowest": (
                "No Stick, da segunda carta aberta em diante fala a pior combinação aberta.",
                "In Stick, from the second open card on the worst open combination speaks.",
            ),
        },
    ),
    "possible_rank": OptionWords(
        "Jogos possíveis no Stickão",
        "Possible hands in Stickão",
        {
            "as_made": (
                "No Stickão, flush e seguida possíveis contam como feitos para ver quem fala.",
                "In Stickão possible flushes and straights count as made when it comes to who speaks.",
            ),
            "above_high_card": (
                "No Stickão, um jogo possível só fala antes de cartas soltas: qualquer par fala primeiro.",
                "In Stickão a possible hand speaks only before odd cards: any pair goes first.",
            ),
            "ignored": (
                "No Stickão, jogo possível não conta para ver quem fala.",
                "In Stickão possible hands do not count when it comes to who speaks.",
            ),
        },
    ),
    "wild_counts_showing": OptionWords(
        "Curinga na mesa e quem fala",
        "Open wild cards and who speaks",
        {
            False: (
                "Para ver quem fala, o curinga aberto vale só a carta que é.",
                "When it comes to who speaks, an open wild card is only the card it is.",
            ),
            True: (
                "Para ver quem fala, o curinga aberto já faz par ou trinca.",
                "When it comes to who speaks, an open wild card already makes a pair or three.",
            ),
        },
    ),
    "bringin_suit_order": OptionWords(
        "Menor carta igual no Stud",
        "Equal lowest cards in Stud",
        {
            "clubs_lowest": (
                "No Stud, entre cartas iguais abre a de Paus, depois Ouros, Copas e Espadas.",
                "In Stud, of equal cards clubs open, then diamonds, hearts and spades.",
            ),
            "spades_lowest": (
                "No Stud, entre cartas iguais abre a de Espadas, depois Copas, Ouros e Paus.",
                "In Stud, of equal cards spades open, then hearts, diamonds and clubs.",
            ),
            "left_of_dealer": (
                "No Stud, entre cartas iguais abre quem está mais perto do carteador, pela esquerda.",
                "In Stud, of equal cards the one nearest to the dealer's left opens.",
            ),
        },
    ),
    "bringin_amount": OptionWords(
        "Abertura forçada no Stud",
        "Forced opening in Stud",
        {
            None: (
                "No Stud, a menor carta abre com metade da aposta pequena, e nunca menos que o pingo.",
                "In Stud the lowest card opens with half the small bet, and never less than the ante.",
            ),
            1: ("No Stud, a menor carta abre com uma ficha.", "In Stud the lowest card opens with one chip."),
        },
        ("No Stud, a menor carta abre com {n} fichas.", "In Stud the lowest card opens with {n} chips."),
    ),
}
