"""House options in plain words, part two: dealing and betting (rule book, sections 6 and 7)."""

from __future__ import annotations

from assistant.engine.option_words_kind import OptionWords

DEALING: dict[str, OptionWords] = {
    "first_dealer": OptionWords(
        "Primeiro carteador",
        "First dealer",
        {
            "highest_card": (
                "Cada um tira uma carta; a mais alta dá a primeira mão.",
                "Everybody takes a card; the highest deals the first hand.",
            ),
            "draw": ("O primeiro carteador é sorteado.", "The first dealer is drawn by lot."),
            "agreed": ("A mesa escolhe o primeiro carteador.", "The table chooses the first dealer."),
        },
    ),
    "deal_pattern": OptionWords(
        "Como se dão as cartas",
        "How cards are dealt",
        {
            "ones": ("As cartas são dadas uma a uma.", "Cards are dealt one by one."),
            "3+2": (
                "Nos jogos fechados as cartas são dadas três e depois duas.",
                "In closed games cards are dealt three and then two.",
            ),
            "2+3": (
                "Nos jogos fechados as cartas são dadas duas e depois três.",
                "In closed games cards are dealt two and then three.",
            ),
            "4+1": (
                "Nos jogos fechados as cartas são dadas quatro e depois uma.",
                "In closed games cards are dealt four and then one.",
            ),
            "1+4": (
                "Nos jogos fechados as cartas são dadas uma e depois quatro.",
                "In closed games cards are dealt one and then four.",
            ),
        },
    ),
    "next_dealer_all_pass": OptionWords(
        "Quem dá depois de todos passarem",
        "Who deals after all passed",
        {
            "left_of_dealer": (
                "Se ninguém abre, dá de novo quem está à esquerda do carteador.",
                "If nobody opens, whoever sits to the dealer's left deals again.",
            ),
            "second_to_left": (
                "Se ninguém abre, dá de novo o segundo à esquerda do carteador.",
                "If nobody opens, the second to the dealer's left deals again.",
            ),
        },
    ),
}

BETTING: dict[str, OptionWords] = {
    "pingo": OptionWords(
        "Pingo",
        "Ante",
        {
            0: ("Joga-se sem pingo.", "There is no ante."),
            1: (
                "Cada um põe uma ficha de pingo antes das cartas.",
                "Everybody puts in one chip as ante before the cards.",
            ),
        },
        (
            "Cada um põe {n} fichas de pingo antes das cartas.",
            "Everybody puts in {n} chips as ante before the cards.",
        ),
    ),
    "structure": OptionWords(
        "Tamanho das apostas",
        "Size of bets",
        {
            "free": (
                "Aposta-se o quanto se quiser, até as fichas que se tem.",
                "Bet as much as you like, up to the chips you have.",
            ),
            "min_max": (
                "Aposta e aumento ficam entre o mínimo e o máximo combinados.",
                "Bets and raises lie between the agreed minimum and maximum.",
            ),
            "fixed_limit": (
                "Limite fixo: apostas e aumentos têm sempre o valor da rodada.",
                "Fixed limit: bets and raises always have the size of the round.",
            ),
            "pot_limit": (
                "Aposta-se no máximo o que está no montão.",
                "Bet at most what lies in the pot.",
            ),
        },
    ),
    "bet_min": OptionWords(
        "Menor aposta",
        "Smallest bet",
        {
            None: (
                "A menor aposta é o pingo; no limite fixo, dois pingos.",
                "The smallest bet is the ante; in fixed limit, two antes.",
            ),
            1: ("A menor aposta é de uma ficha.", "The smallest bet is one chip."),
        },
        ("A menor aposta é de {n} fichas.", "The smallest bet is {n} chips."),
    ),
    "bet_max": OptionWords(
        "Maior aposta",
        "Largest bet",
        {
            None: (
                "Não há aposta máxima; no limite fixo, a aposta grande é o dobro da pequena.",
                "There is no largest bet; in fixed limit the big bet is twice the small one.",
            ),
            1: ("A maior aposta é de uma ficha.", "The largest bet is one chip."),
        },
        (
            "A maior aposta, ou o maior aumento, é de {n} fichas.",
            "The largest bet, or the largest raise, is {n} chips.",
        ),
    ),
    "min_raise": OptionWords(
        "Menor aumento",
        "Smallest raise",
        {
            "min_bet": (
                "Pode-se aumentar a partir da aposta mínima, mesmo sobre uma aposta maior.",
                "A raise may be as small as the smallest bet, even over a larger bet.",
            ),
            "last_raise": (
                "Cada aumento é no mínimo igual ao anterior.",
                "Every raise is at least as large as the one before.",
            ),
        },
    ),
    "passo": OptionWords(
        "Passo",
        "Passing",
        {
            None: (
                "No Fechado, quem diz passo está fora da mão; no Pôquer sem troca, passo é só esperar.",
                "In draw poker whoever passes is out of the hand; in poker without a draw a pass only waits.",
            ),
            "drop": ("Quem diz passo está fora da mão.", "Whoever passes is out of the hand."),
            "check": (
                "Quem diz passo espera e pode voltar a falar na mesma rodada.",
                "Whoever passes waits and may come in later in the same round.",
            ),
        },
    ),
    "check_raise": OptionWords(
        "Mesa e depois repico",
        "Check and then raise",
        {
            True: ("Quem disse mesa pode repicar depois.", "Whoever checked may raise later."),
            False: (
                "Quem disse mesa depois só cobre ou sai.",
                "Whoever checked may later only call or fold.",
            ),
        },
    ),
    "round_close": OptionWords(
        "Fim da rodada de apostas",
        "End of a betting round",
        {
            "until_level": (
                "A rodada acaba quando todos os que ficam puseram o mesmo.",
                "The round ends when all who stay have put in the same.",
            ),
            "one_lap": (
                "A rodada dá uma volta só; o que falta cobrir se paga no começo da seguinte.",
                "The round is one lap; what is still owed is paid at the start of the next.",
            ),
        },
    ),
    "all_mesa_first_round": OptionWords(
        "Ninguém abre",
        "Nobody opens",
        {
            "redeal_carry": (
                "Se todos dão mesa antes da troca, o montão fica e dão-se cartas de novo, com outro pingo.",
                "If everybody checks before the draw, the pot stays and new cards are dealt, with another ante.",
            ),
            "dealer_must_speak": (
                "Se todos dão mesa antes da troca, o carteador tem de apostar ou sair.",
                "If everybody checks before the draw, the dealer must bet or leave.",
            ),
        },
    ),
    "all_mesa_last_round": OptionWords(
        "Ninguém aposta no fim",
        "Nobody bets at the end",
        {
            "showdown": (
                "Se ninguém aposta na última rodada, mostram-se as mãos.",
                "If nobody bets in the last round, hands are shown.",
            ),
            "carry": (
                "Se ninguém aposta na última rodada, o montão fica para a mão seguinte.",
                "If nobody bets in the last round, the pot goes to the next hand.",
            ),
        },
    ),
    "second_round_first": OptionWords(
        "Quem fala depois da troca",
        "Who speaks after the draw",
        {
            "opener_or_last_raiser": (
                "Depois da troca fala quem abriu ou, se houve aumento, o último que aumentou.",
                "After the draw the opener speaks first or, after raises, the last raiser.",
            ),
            "after_last_to_speak": (
                "Depois da troca fala quem vem depois do último a falar.",
                "After the draw the player after the last to speak goes first.",
            ),
            "left_of_dealer": (
                "Depois da troca fala quem está à esquerda do carteador.",
                "After the draw whoever sits to the dealer's left speaks first.",
            ),
        },
    ),
    "cap_raises": OptionWords(
        "Quantos aumentos",
        "How many raises",
        {
            None: (
                "No limite fixo há no máximo três aumentos por rodada; fora dele, quantos quiserem.",
                "In fixed limit there are at most three raises a round; otherwise as many as you like.",
            ),
            0: ("Não se aumenta: há uma aposta por rodada.", "No raises: one bet a round."),
            1: ("Há no máximo um aumento por rodada.", "There is at most one raise a round."),
        },
        ("Há no máximo {n} aumentos por rodada.", "There are at most {n} raises a round."),
    ),
    "cap_scope": OptionWords(
        "De quem é o limite de aumentos",
        "Whose limit of raises",
        {
            "round": (
                "O limite de aumentos é da rodada, contados os de todos.",
                "The limit of raises is the round's, everybody's counted together.",
            ),
            "player": (
                "O limite de aumentos é de cada jogador.",
                "The limit of raises is each player's own.",
            ),
        },
    ),
    "short_allin_reopens": OptionWords(
        "Aumento curto de quem põe tudo",
        "Short raise of an all-in",
        {
            False: (
                "Quem põe tudo abaixo do aumento mínimo não dá a quem já falou o direito de repicar.",
                "An all-in below the smallest raise gives those who have spoken no right to raise again.",
            ),
            True: (
                "Quem põe tudo, mesmo abaixo do aumento mínimo, reabre a rodada para todos.",
                "An all-in, even below the smallest raise, opens the round again for everybody.",
            ),
        },
    ),
    "opener": OptionWords(
        "Com o que se abre",
        "What it takes to open",
        {
            "free": ("Abre-se com qualquer mão.", "Any hand may open."),
            "progressive": (
                "Só abre quem tem par de Valetes ou melhor; se todos passam, a exigência sobe para Damas, Reis, Ases.",
                "A pair of Jacks or better to open; if all pass it rises to Queens, Kings, Aces.",
            ),
        },
    ),
    "opener_ceiling": OptionWords(
        "Até onde sobe a abertura",
        "How far the opener rises",
        {
            "two_pairs": (
                "Com abertura mínima, a exigência para em dois pares.",
                "Where openers rise, they stop at two pairs.",
            ),
            "none": (
                "Com abertura mínima, a exigência continua depois de dois pares: trinca, seguida e assim por diante.",
                "Where openers rise, they go on after two pairs: three of a kind, straight and so on.",
            ),
        },
    ),
    "escuro_depth": OptionWords(
        "Quantos põem no escuro",
        "How many post blind",
        {
            "all": ("No Escuro todos põem, cada um o dobro do anterior.", "In Escuro all post, each double the last."),
            1: ("No Escuro só o carteador é obrigado a pôr.", "In Escuro only the dealer must post."),
        },
        (
            "No Escuro os {n} primeiros são obrigados a pôr, cada um o dobro do anterior.",
            "In Escuro the first {n} must post, each double the last.",
        ),
    ),
    "escuro_volunteers": OptionWords(
        "Escuro por vontade",
        "Blind by choice",
        {
            True: (
                "No Escuro os seguintes podem continuar a dobrar, um depois do outro.",
                "In Escuro the next ones may go on doubling, one after the other.",
            ),
            False: (
                "No Escuro ninguém põe além dos obrigados.",
                "In Escuro nobody posts beyond those who must.",
            ),
        },
    ),
    "raise_right_before": OptionWords(
        "Quem aumenta no Escuro, antes da troca",
        "Who raises in Escuro, before the draw",
        {
            "escurante_only": (
                "No Escuro, antes da troca, só o último a pôr no escuro pode aumentar.",
                "In Escuro, before the draw, only the last who posted blind may raise.",
            ),
            "free": (
                "No Escuro, antes da troca, qualquer um pode aumentar.",
                "In Escuro, before the draw, anybody may raise.",
            ),
        },
    ),
    "raise_right_after": OptionWords(
        "Quem aumenta no Escuro, depois da troca",
        "Who raises in Escuro, after the draw",
        {
            "escurante_only_then_free": (
                "No Escuro, depois da troca, só o dono do escuro aumenta; depois que aumenta, todos podem.",
                "In Escuro, after the draw, only the owner of the blind raises; once he has, everybody may.",
            ),
            "free": (
                "No Escuro, depois da troca, qualquer um pode aumentar.",
                "In Escuro, after the draw, anybody may raise.",
            ),
        },
    ),
    "cannot_open": OptionWords(
        "O dono do escuro abre?",
        "May the owner of the blind open?",
        {
            (): (
                "No Escuro, depois da troca, o dono do escuro também pode apostar primeiro.",
                "In Escuro, after the draw, the owner of the blind may bet first too.",
            ),
            ("escurante",): (
                "No Escuro, depois da troca, o dono do escuro não aposta primeiro: só aumenta.",
                "In Escuro, after the draw, the owner of the blind may not bet first: he only raises.",
            ),
        },
    ),
}
