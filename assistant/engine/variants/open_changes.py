"""Variations of open games (V-16 to V-19, V-24 to V-32, V-34)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from assistant.engine.game import Ante, Auction, Bet, Deal, Keep, SpeakRule, Step, Swap, Variant, Variation
from assistant.engine.refusal import Refusal
from assistant.engine.variants.overlays import Change, senseless, with_options


def speech_of(game: Variant) -> SpeakRule:
    """Who speaks on open cards in this game: the best cards, or the most points."""
    return "points" if game.group == "colorido" else "high"


def plain_streets(game: Variant) -> bool:
    """Whether the game is only deals and bets, a card a street: what several variations are made for."""
    return all(isinstance(s, Ante | Deal | Bet) for s in game.steps)


def ultima_fechada(game: Variant) -> Variant | Refusal:
    """The last card comes closed, and the carteador's left speaks (R-147)."""
    steps = list(game.steps)
    last = max((i for i, s in enumerate(steps) if isinstance(s, Deal)), default=-1)
    deal = steps[last]
    if not isinstance(deal, Deal) or not deal.up or not isinstance(steps[last + 1], Bet):
        return senseless("built_in", "R-147", game)
    steps[last] = replace(deal, up=False)
    steps[last + 1] = replace(steps[last + 1], speak="left", last_closed=True)  # type: ignore[call-arg]
    return game.with_steps(steps)


def segunda_fechada(game: Variant) -> Variant | Refusal:
    """Whoever turns his closed card may get the next one closed (V-18)."""
    if game.closed_cards != 1:
        return senseless("needs_one_closed", "V-18", game)
    return replace(game, overlay=game.overlay | {"closed_option"})


def tudo_aberto(game: Variant) -> Variant | Refusal:
    """All cards open, a bet on each but the last (V-19)."""
    up, down = game.open_cards, game.closed_cards
    if not down or not plain_streets(game):
        return senseless("needs_plain_streets", "V-19", game)
    total, speak = up + down, speech_of(game)
    steps: list[Step] = [Ante()]
    for street in range(1, total):
        last = street == total - 1
        steps += [Deal(1, up=True, street=street), Bet(speak, "last" if last else "street", street=street)]
    return game.with_steps((*steps, Deal(1, up=True, street=total)))


def seis_aberto(game: Variant) -> Variant | Refusal:
    """One closed and two open cards to begin with: six open in the end (V-34)."""
    first = game.steps[1:3]
    if first != (Deal(2, up=False), Deal(1, up=True, street=1)):
        return senseless("needs_two_closed", "V-34", game)
    return game.with_steps((game.steps[0], Deal(1, up=False), Deal(2, up=True, street=1), *game.steps[3:]))


def leilao(game: Variant) -> Variant | Refusal:
    """Every open card is auctioned in the centre (V-24)."""
    if not any(isinstance(s, Deal) and s.up and s.count == 1 for s in game.steps):
        return senseless("needs_plain_streets", "V-24", game)
    auctioned = (Auction(s.street) if isinstance(s, Deal) and s.up and s.count == 1 else s for s in game.steps)
    return game.with_steps(auctioned)


def leilao_aposta(game: Variant) -> Variant | Refusal:
    """The auction takes the place of the betting (V-25)."""
    auctioned = leilao(game)
    if isinstance(auctioned, Refusal):
        return auctioned
    kept = (replace(s, leave=True) if isinstance(s, Auction) else s for s in auctioned.steps if not isinstance(s, Bet))
    return auctioned.with_steps(kept)


def beisebol(game: Variant) -> Variant | Refusal:
    """An open three costs, an open four brings another card (R-131)."""
    return replace(
        game,
        steps=(*game.steps, Keep()),
        events=game.events | {"beisebol"},
        deck="full",
        missing_ranks="34",
        most_players=min(game.most_players, 9 if game.cards_each < 7 else 6),
    )


def beisebol_cego(game: Variant) -> Variant | Refusal:
    """All cards closed; in each lap everyone turns one and bets (V-27)."""
    if not plain_streets(game):
        return senseless("needs_plain_streets", "V-27", game)
    up, down = game.open_cards, game.closed_cards
    laps = [Bet("left", "last" if i == up else "street", street=i, turning=True) for i in range(1, up + 1)]
    return replace(
        game,
        steps=(Ante(), Deal(up + down, up=False), *laps, Keep(down, up)),
        events=game.events | {"beisebol"},
        deck="full",
        missing_ranks="34",
        most_players=min(game.most_players, 9 if game.cards_each < 7 else 6),
    )


def with_event(event: str) -> Change:
    """Something checked as each open card falls."""

    def apply(game: Variant) -> Variant | Refusal:
        return replace(game, events=game.events | {event})

    return apply


def with_wild(source: str, extra_cards: bool = False) -> Change:
    """Wild ranks that the cards decide (R-029 to R-031)."""

    def apply(game: Variant) -> Variant | Refusal:
        if game.wild is not None:
            return senseless("one_wild_at_a_time", "R-029", game)
        most = min(game.most_players, 9 if game.cards_each < 7 else 7) if extra_cards else game.most_players
        deck = "full" if source == "position" else game.deck
        return replace(game, wild=source, most_players=most, deck=deck)

    return apply


def cartas_substitutas(game: Variant) -> Variant | Refusal:
    """Up to three paid exchanges after the last street, a bet after each but the third (V-32)."""
    last = game.steps[-1]
    if isinstance(last, Keep):
        body, tail = game.steps[:-1], game.steps[-1:]
    else:
        body, tail = game.steps, ()
    after: list[Step] = []
    for times in (1, 2, 3):
        after.append(Swap(cost_open=times, cost_closed=times, if_exchanged=times > 1))
        if times < 3:
            after.append(Bet(speech_of(game), street=4, if_exchanged=True))
    return replace(game, steps=(*_not_last(body), *after, *tail), cards_each=8, most_players=min(game.most_players, 6))


def _not_last(steps: Iterable[Step]) -> tuple[Step, ...]:
    return tuple(replace(s, round="street") if isinstance(s, Bet) and s.round == "last" else s for s in steps)


def _v(
    id: str,
    number: str,
    names: tuple[str, str],
    pt: str,
    en: str,
    apply: Callable[[Variant], Variant | Refusal],
    sources: tuple[str, ...] = ("000",),
) -> Variation:
    return Variation(id, number, names[0], names[1], pt, en, sources, apply)


VARIATIONS = (
    _v(
        "obrigacao",
        "V-16",
        ("Obrigação de cobertura", "Forced cover"),
        "Quem recebe Valete, Dama ou Rei aberto não pode sair na primeira rodada.",
        "Whoever is dealt an open Jack, Queen or King may not leave in the first round.",
        with_options(obligation="first_round"),
        ("000", "002", "003"),
    ),
    _v(
        "ultima_fechada",
        "V-17",
        ("Última carta fechada", "Last card closed"),
        "A última carta vem fechada, e fala quem está à esquerda do carteador.",
        "The last card comes closed, and the dealer's left speaks.",
        ultima_fechada,
    ),
    _v(
        "segunda_fechada",
        "V-18",
        ("Segunda carta fechada por opção", "Second closed card by choice"),
        "Quem vira a carta fechada que tem pode receber a próxima fechada.",
        "Whoever turns his closed card may get the next one closed.",
        segunda_fechada,
        ("002", "003"),
    ),
    _v(
        "tudo_aberto",
        "V-19",
        ("Tudo aberto", "All open"),
        "Todas as cartas abertas, uma aposta a cada uma menos na última.",
        "All cards open, a bet on each but the last.",
        tudo_aberto,
    ),
    _v(
        "leilao",
        "V-24",
        ("Leilão", "Auction"),
        "As cartas abertas vão ao centro e escolhe primeiro quem mais escondeu na mão.",
        "Open cards go to the centre, and who hid most in his fist picks first.",
        leilao,
    ),
    _v(
        "leilao_aposta",
        "V-25",
        ("Leilão como rodada de apostas", "Auction for betting"),
        "Leilão sem outra aposta: depois de cada um, quem quiser sai.",
        "Auction without other betting: after each one whoever wants leaves.",
        leilao_aposta,
    ),
    _v(
        "beisebol",
        "V-26",
        ("Beisebol", "Baseball"),
        "Três aberto custa dois pingos ou a mão; Quatro aberto traz outra carta.",
        "An open Three costs two antes or the hand; an open Four brings another card.",
        beisebol,
    ),
    _v(
        "beisebol_cego",
        "V-27",
        ("Beisebol cego", "Midnight Baseball"),
        "Tudo fechado; a cada volta cada um vira uma carta e aposta, com as regras do Beisebol.",
        "All closed; in each lap everyone turns a card and bets, by the rules of Baseball.",
        beisebol_cego,
    ),
    _v(
        "assassino",
        "V-28",
        ("Assassino", "Assassin"),
        "Quem recebe par aberto põe o valor do montão ou sai.",
        "Whoever is dealt an open pair matches the pot or leaves.",
        with_event("assassino"),
    ),
    _v(
        "follow_the_queen",
        "V-29",
        ("Siga a Dama", "Follow the Queen"),
        "A carta aberta depois de uma Dama é curinga para todos.",
        "The open card after a Queen is wild for all.",
        with_wild("follow_the_queen"),
    ),
    _v(
        "change_the_diaper",
        "V-30",
        ("Troque a fralda", "Change the Diaper"),
        "A cada par aberto vira-se uma carta no centro: o valor dela é curinga.",
        "At each open pair a card is opened in the centre: its rank is wild.",
        with_wild("change_the_diaper", extra_cards=True),
    ),
    _v(
        "position_poker",
        "V-31",
        ("Position Poker", "Position Poker"),
        "Noves são curingas para todos, e cada lugar tem um curinga só seu: Ás, Dois, Três…",
        "Nines are wild for all, and each seat has a wild rank of its own: Ace, Two, Three…",
        with_wild("position"),
    ),
    _v(
        "cartas_substitutas",
        "V-32",
        ("Cartas substitutas", "Substitute cards"),
        "No fim podem-se trocar cartas, por um, dois e três pingos.",
        "In the end cards may be exchanged, for one, two and three antes.",
        cartas_substitutas,
    ),
    _v(
        "seis_aberto",
        "V-34",
        ("Seis aberto", "Six Open"),
        "As três primeiras são uma fechada e duas abertas.",
        "The first three cards are one closed and two open.",
        seis_aberto,
    ),
)
