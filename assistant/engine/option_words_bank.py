"""House options in plain words, part three: exchange, showdown, bank and clock (rule book, sections 9 to 12)."""

from __future__ import annotations

from assistant.engine.option_words_kind import OptionWords

DRAW_AND_SHOW: dict[str, OptionWords] = {
    "draw_max": OptionWords(
        "Quantas cartas se trocam",
        "How many cards are exchanged",
        {
            5: ("Trocam-se até cinco cartas.", "Up to five cards may be exchanged."),
            4: ("Trocam-se até quatro cartas.", "Up to four cards may be exchanged."),
            3: ("Trocam-se até três cartas.", "Up to three cards may be exchanged."),
        },
    ),
    "four_first_only": OptionWords(
        "Quatro só para o primeiro",
        "Four for the first only",
        {
            False: (
                "O limite da troca é o mesmo para todos.",
                "The limit of the exchange is the same for everybody.",
            ),
            True: (
                "O primeiro a trocar pode pedir quatro cartas; os outros, três.",
                "The first to exchange may take four cards; the others three.",
            ),
        },
    ),
    "draw_stock": OptionWords(
        "De onde vêm as cartas da troca",
        "Where exchanged cards come from",
        {
            "stub": (
                "A troca sai do resto do baralho, sem mexer no que já foi jogado.",
                "Exchanged cards come from the rest of the deck; nothing already played is touched.",
            ),
            "stub_plus_folded": (
                "Antes da troca as mãos de quem saiu voltam ao resto do baralho, que se baralha e corta.",
                "Before the exchange the hands of who left go back to the rest of the deck, shuffled and cut.",
            ),
            "stub_plus_discards": (
                "Antes da troca voltam ao baralho as mãos de quem saiu e também os descartes.",
                "Before the exchange the hands of who left and the discards too go back to the deck.",
            ),
        },
    ),
    "stick_short_deck": OptionWords(
        "Falta carta nos jogos abertos",
        "Too few cards in open games",
        {
            "reshuffle_then_shared": (
                "Se faltam cartas num jogo aberto, voltam as de quem saiu; se ainda faltam, uma no centro é de todos.",
                "If an open game runs out of cards, folded ones are shuffled in; then one in the centre serves all.",
            ),
            "shared_card": (
                "Se faltam cartas num jogo aberto, uma carta no centro serve a todos.",
                "If cards run out in an open game, one card in the centre serves everybody.",
            ),
        },
    ),
    "show_order": OptionWords(
        "Quem mostra primeiro",
        "Who shows first",
        {
            "last_aggressor": (
                "Mostra primeiro quem apostou ou aumentou por último; se ninguém apostou, quem falou primeiro.",
                "The last to bet or raise shows first; if nobody bet, the first to speak.",
            ),
            "first_bettor": (
                "Mostra primeiro quem apostou primeiro na última rodada.",
                "Whoever bet first in the last round shows first.",
            ),
            "all_at_once": ("Todos mostram ao mesmo tempo.", "Everybody shows at the same time."),
        },
    ),
    "muck": OptionWords(
        "Quem perdeu mostra?",
        "Do losers show?",
        {
            "all_show": ("Quem fica até o fim mostra a mão.", "Whoever stays to the end shows his hand."),
            "losers_may_muck": (
                "Quem vê que perdeu pode jogar a mão fora sem mostrar.",
                "Whoever sees that he lost may throw his hand away unseen.",
            ),
        },
    ),
    "seven_card_select": OptionWords(
        "Cinco de sete",
        "Five of seven",
        {
            "best_five": (
                "Nos jogos de sete cartas contam as cinco melhores, sem precisar escolher.",
                "In seven-card games the best five count; nobody has to choose.",
            ),
            "player_discards": (
                "Nos jogos de sete cartas cada um descarta duas, e valem as cinco que ficam.",
                "In seven-card games each lays two aside, and the five left are the hand.",
            ),
        },
    ),
    "contest_vote": OptionWords(
        "Quem decide uma contestação",
        "Who decides a contest",
        {
            "host": (
                "O anfitrião decide uma contestação.",
                "The host decides a contest.",
            ),
            "majority": (
                "Uma contestação se decide pelo anfitrião e mais da metade dos telefones da mesa.",
                "A contest is decided by the host and more than half of the table's phones.",
            ),
        },
    ),
    "odd_chip": OptionWords(
        "Ficha que sobra",
        "Odd chip",
        {
            "high_then_left": (
                "A ficha que não se divide vai para a mão alta; entre iguais, ao primeiro à esquerda do carteador.",
                "A chip that cannot be split goes to the high hand; between equals, to the first left of the dealer.",
            ),
        },
    ),
    "smallest_chip": OptionWords(
        "Menor ficha",
        "Smallest chip",
        {1: ("A menor ficha vale um.", "The smallest chip is worth one.")},
        (
            "A menor ficha vale {n}: nada se divide abaixo disso.",
            "The smallest chip is worth {n}: nothing is split below that.",
        ),
    ),
}

BANK: dict[str, OptionWords] = {
    "rebuy_when": OptionWords(
        "Quando se compra de novo",
        "When to buy again",
        {
            "empty_or_low": (
                "Compra de novo, entre as mãos, quem ficou sem fichas ou com um quarto de cacife ou menos.",
                "Whoever has no chips, or a quarter of a buy-in or less, may buy again between hands.",
            ),
            "empty_only": (
                "Compra de novo, entre as mãos, só quem ficou sem fichas.",
                "Only who has no chips left may buy again, between hands.",
            ),
            "any_time_between_hands": (
                "Compra-se de novo entre quaisquer duas mãos.",
                "Anybody may buy again between any two hands.",
            ),
        },
    ),
    "rebuy_cap": OptionWords(
        "Quanto se compra de novo",
        "How much to buy again",
        {
            "bought_le_max_stack": (
                "Compra-se no máximo tanto quanto tem quem mais tem na mesa.",
                "Buy at most as much as the largest stack on the table.",
            ),
            "stack_after_le_max_stack": (
                "Depois de comprar, ninguém fica com mais do que quem mais tem na mesa.",
                "After buying nobody may have more than the largest stack on the table.",
            ),
        },
    ),
    "first_cacife_always": OptionWords(
        "Um cacife sempre",
        "One buy-in always",
        {
            True: (
                "Um cacife pode-se comprar sempre, mesmo se ninguém tem tanto na mesa.",
                "One buy-in may always be bought, even if nobody has as much on the table.",
            ),
            False: (
                "Nem um cacife se compra, se ninguém tem tanto na mesa.",
                "Not even one buy-in is sold if nobody has as much on the table.",
            ),
        },
    ),
    "leave_loss_cacifes": OptionWords(
        "Sair antes da hora",
        "Leaving early",
        {
            0: (
                "Antes da hora combinada só sai quem está perdendo.",
                "Before the agreed hour only who is losing may leave.",
            ),
            1: (
                "Antes da hora combinada só sai quem perde mais de um cacife.",
                "Before the agreed hour only who has lost more than one buy-in may leave.",
            ),
        },
        (
            "Antes da hora combinada só sai quem perde mais de {n} cacifes.",
            "Before the agreed hour only who has lost more than {n} buy-ins may leave.",
        ),
    ),
    "newcomer_round": OptionWords(
        "Com quanto entra quem chega",
        "What a newcomer starts with",
        {
            "nearest_half_up": (
                "Quem chega entra com a média da mesa, arredondada para o cacife mais próximo, e no mínimo um.",
                "A newcomer starts with the table's average, rounded to the nearest buy-in, and at least one.",
            ),
            "floor": (
                "Quem chega entra com a média da mesa em cacifes inteiros, para baixo, e no mínimo um.",
                "A newcomer starts with the table's average in whole buy-ins, rounded down, and at least one.",
            ),
            "exact": (
                "Quem chega entra com a média exata da mesa, em fichas.",
                "A newcomer starts with the table's exact average, in chips.",
            ),
        },
    ),
    "premio_payers": OptionWords(
        "Quem paga prêmio",
        "Who pays a prize",
        {
            "dealt_in": ("Prêmio, pagam todos os que receberam cartas.", "Everybody dealt in pays a prize."),
            "seated": (
                "Prêmio, pagam todos os que estão na mesa, também quem não jogou a mão.",
                "Everybody at the table pays a prize, also who sat the hand out.",
            ),
            "stayed": ("Prêmio, pagam só os que ficaram até o fim.", "Only those who stayed to the end pay a prize."),
        },
    ),
    "premio_needs_live_hand": OptionWords(
        "Prêmio de quem saiu",
        "Prize of who left",
        {
            True: ("Só recebe prêmio quem não saiu da mão.", "Only who did not leave the hand collects a prize."),
            False: (
                "Recebe prêmio quem fez o jogo, mesmo se saiu da mão.",
                "Whoever made the hand collects, even after leaving it.",
            ),
        },
    ),
}

CLOCK: dict[str, OptionWords] = {
    "clock": OptionWords(
        "Relógio",
        "Clock",
        {
            "off": ("Joga-se sem relógio.", "There is no clock."),
            "on": (
                "Cada um tem 10 segundos para pensar e mais 20 contados à vista de todos.",
                "Everybody has 10 seconds to think and 20 more counted in everybody's sight.",
            ),
        },
    ),
    "timeout_action": OptionWords(
        "Tempo esgotado",
        "Time run out",
        {
            "ask_table": (
                "Com relógio, se o tempo acaba a mesa decide: espera ou ele sai.",
                "With a clock, when time runs out the table decides: wait, or he is out.",
            ),
            "allin_if_contributed_else_fold": (
                "Com relógio, se o tempo acaba, quem já pôs algo concorre pelo que pôs; quem não pôs nada está fora.",
                "With a clock, when time runs out, who has put something in plays for that; who has not is out.",
            ),
            "fold": (
                "Com relógio, se o tempo acaba, o jogador está fora da mão.",
                "With a clock, when time runs out, the player is out of the hand.",
            ),
        },
    ),
}
