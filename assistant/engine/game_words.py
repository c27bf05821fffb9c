"""A game in words: its steps, how the pot goes, its decks and players, in Portuguese and English."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from assistant.engine.deck import Deck
from assistant.engine.game import (
    Ante,
    Arrange,
    Auction,
    Bet,
    Deal,
    Discard,
    Draw,
    Keep,
    Order,
    Pass,
    PickGame,
    Posts,
    Roll,
    Step,
    Swap,
    Trees,
    Variant,
)
from assistant.engine.hand_setup import deck_of
from assistant.engine.names import join_words, one, tongue
from assistant.engine.options import Options
from assistant.engine.phrases import refusal_sentence
from assistant.engine.refusal import Refusal

Both = tuple[str, str]

SPEAKS: dict[str, Both] = {
    "left": ("fala quem está à esquerda do carteador", "the dealer's left speaks"),
    "first": ("fala a carta aberta mais alta", "the highest open card speaks"),
    "high": ("fala a melhor combinação aberta", "the best open cards speak"),
    "low": ("a menor carta aberta abre, à força", "the lowest open card must open"),
    "opener": ("fala quem abriu ou aumentou por último", "the opener or last raiser speaks"),
    "points": ("fala quem mostra mais pontos", "the most points showing speak"),
    "escurante": ("fala quem está à esquerda do escurante, e ele por último", "left of the escurante, he last"),
}
DIRECTIONS: dict[str, Both] = {
    "left": ("para a esquerda", "to the left"),
    "right": ("para a direita", "to the right"),
    "across": ("para a frente", "across"),
}
ROLLS: dict[str, Both] = {
    "pile": ("cada um vira {n} do monte que ordenou", "everyone turns {n} of his pile"),
    "own": ("cada um vira {n} à sua escolha", "everyone turns {n} of his choice"),
    "neighbour": ("cada um vira {n}, a que o vizinho apontar", "everyone turns {n}, which his neighbour points at"),
}
SPLITS: dict[str, Both] = {
    "single": ("tudo para a mão mais {want}", "all to the {want} hand"),
    "highlow": ("metade para a mão mais alta, metade para a mais baixa", "half to the high hand, half to the low"),
    "chicago": (
        "metade para a mão mais {want}, metade para a {side} espada fechada",
        "half to the {want} hand, half to the {side} closed spade",
    ),
    "san_francisco": (
        "metade para a mão mais {want}, metade para a {side} copas fechada",
        "half to the {want} hand, half to the {side} closed heart",
    ),
    "treze": (
        "1/4 para a mão de três, 1/2 para a do meio, 1/4 para a alta",
        "1/4 to the hand of three, 1/2 to the middle, 1/4 to the high hand",
    ),
}
POINTS: Both = ("metade para o maior total, metade para o menor", "half to the most points, half to the fewest")
WILDS: dict[str, Both] = {
    "follow_the_queen": ("curinga: a carta aberta depois de uma Dama", "wild: the open card after a Queen"),
    "change_the_diaper": ("curinga: a carta do centro a cada par aberto", "wild: the centre card at each open pair"),
    "position": ("curingas: noves, e um valor de cada lugar", "wild: nines, and a rank of each seat's own"),
}
EVENTS: dict[str, Both] = {
    "beisebol": (
        "Três aberto custa dois pingos ou a mão; Quatro aberto traz outra carta",
        "an open Three costs two antes or the hand; an open Four brings another card",
    ),
    "assassino": ("par aberto: põe o valor do montão ou sai", "an open pair matches the pot or leaves"),
}


def _n(count: int, pt: str, pts: str, en: str, ens: str) -> Both:
    return (f"{count} {pt if count == 1 else pts}", f"{count} {en if count == 1 else ens}")


def _deal(step: Deal) -> Both:
    if step.up:
        text = _n(step.count, "carta aberta", "cartas abertas", "open card", "open cards")
    else:
        text = _n(step.count, "carta fechada", "cartas fechadas", "closed card", "closed cards")
    if step.aside:
        text = (f"{text[0]}, {step.aside} sem olhar", f"{text[1]}, {step.aside} unseen")
    return f"{text[0]} a cada um", f"{text[1]} each"


def _bet(step: Bet) -> Both:
    who = SPEAKS["first" if step.speak == "high" and step.street == 1 else step.speak]
    pt, en = f"aposta: {who[0]}", f"bet: {who[1]}"
    if step.turning:
        pt, en = f"volta: cada um vira uma carta e aposta; {who[0]}", f"lap: everyone turns a card and bets; {who[1]}"
    if step.if_exchanged:
        pt, en = f"se alguém trocou, {pt}", f"if anybody exchanged, {en}"
    return pt, en


def _draw(step: Draw) -> Both:
    return {
        "fechado": ("troca com o monte", "draw from the stock"),
        "five_draw": ("troca de até três, das três vistas", "draw of up to three, of the three seen"),
        "seis_para_cinco": (
            "troca: descarta ao menos uma e volta uma a menos",
            "draw: discard at least one, get one less",
        ),
    }[step.kind]


def _swap(step: Swap) -> Both:
    pt, en = "cada um pode trocar uma carta", "each may exchange one card"
    if step.choose:
        return (
            f"{pt}: aberta {step.cost_open} pingo, fechada {step.cost_closed}; a nova fechada, mais {step.cost_hidden}",
            f"{en}: open {step.cost_open} ante, closed {step.cost_closed}; the new one closed, {step.cost_hidden} more",
        )
    if step.cost_open:
        pingos = _n(step.cost_open, "pingo", "pingos", "ante", "antes")
        return f"{pt} por {pingos[0]}", f"{en} for {pingos[1]}"
    return f"{pt}, de graça", f"{en}, free"


def _pass(step: Pass) -> Both:
    cards = _n(step.count, "carta", "cartas", "card", "cards")
    way = DIRECTIONS[step.direction]
    verb = "passa-se" if step.count == 1 else "passam-se"
    return f"{verb} {cards[0]} {way[0]}", f"pass {cards[1]} {way[1]}"


def _roll(step: Roll) -> Both:
    words = ROLLS[step.who]
    return words[0].format(n=step.count), words[1].format(n=step.count)


DESCRIBE: dict[type[Step], Callable[[Any], Both]] = {
    PickGame: lambda s: ("o carteador diz o jogo", "the dealer names the game"),
    Ante: lambda s: ("pingo de todos", "everybody antes"),
    Posts: lambda s: ("pingos dobrados no escuro", "doubling blind posts"),
    Deal: _deal,
    Bet: _bet,
    Draw: _draw,
    Trees: lambda s: ("trocam entre si dois que queiram o mesmo número", "two who want the same number swap cards"),
    Swap: _swap,
    Pass: _pass,
    Discard: lambda s: (f"descartam-se {s.count}, fechadas", f"{s.count} are discarded, face down"),
    Order: lambda s: ("cada um ordena as suas cartas", "everyone orders his cards"),
    Arrange: lambda s: ("cada um arruma três, cinco e cinco", "everyone arranges three, five and five"),
    Roll: _roll,
    Auction: lambda s: ("leilão: uma carta por jogador no centro", "auction: a card a player in the centre"),
    Keep: lambda s: ("quem tem carta a mais descarta", "who holds too many discards"),
}


def step_words(step: Step, lang: str) -> str:
    """One step in words."""
    return DESCRIBE[type(step)](step)[tongue(lang) == "en"]


def split_words(game: Variant, lang: str) -> str:
    """How the pot goes."""
    english = tongue(lang) == "en"
    if game.counted == "points":
        return POINTS[english]
    low = game.want == "low"
    want = ("low" if low else "high") if english else ("baixa" if low else "alta")
    side = ("lowest" if low else "highest") if english else ("menor" if low else "maior")
    return SPLITS[game.split][english].format(want=want, side=side)


def special_words(game: Variant, lang: str) -> tuple[str, ...]:
    """What is checked besides: wild ranks, jokers, events."""
    english = tongue(lang) == "en"
    out = [EVENTS[e][english] for e in sorted(game.events)]
    if game.wild is not None:
        out.append(WILDS[game.wild][english])
    if game.jokers:
        out.append(f"{game.jokers} jokers" if english else f"{game.jokers} curingas")
    return tuple(out)


def deck_words(game: Variant, players: int, options: Options, lang: str) -> str:
    """The deck for so many players, or why there is none."""
    deck = deck_of(game, players, options)
    if isinstance(deck, Refusal):
        return refusal_sentence(deck, lang)
    return _deck(deck, lang)


def _deck(deck: Deck, lang: str) -> str:
    english = tongue(lang) == "en"
    size = deck.size + deck.jokers
    low, high = one(deck.low, lang), one("A", lang)
    text = f"{size} cards, {low} to {high}" if english else f"{size} cartas, de {low} a {high}"
    if deck.jokers:
        text += f", {deck.jokers} jokers" if english else f", {deck.jokers} curingas"
    return text


def list_words(items: tuple[str, ...], lang: str) -> str:
    """Words enumerated."""
    return join_words(list(items), lang)
