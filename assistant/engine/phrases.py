"""The engine's sentences as tables, Portuguese and English, keyed by the codes of refusals and announcements.

A table maps a code to its two sentences; parameters stand in braces. Each room of the engine may add a table of its
own to ``TABLES``. An unknown code or a missing parameter is a KeyError: nobody is refused without words.
"""

from __future__ import annotations

from collections.abc import Mapping

from assistant.engine.names import join_words, tongue
from assistant.engine.refusal import Allowed, Param, Refusal

Table = Mapping[str, tuple[str, str]]  # code: (Portuguese, English)

BETTING: Table = {
    "round_over": ("A rodada de apostas acabou.", "The betting round is over."),
    "not_in_round": ("O lugar {seat} não joga esta mão.", "Seat {seat} is not in this hand."),
    "already_left": ("Você já saiu desta mão.", "You have already left this hand."),
    "not_your_turn": ("Não é a sua vez: fala o lugar {next}.", "It is not your turn: seat {next} speaks."),
    "unknown_word": ("Ninguém diz “{verb}” nesta mesa.", "Nobody says “{verb}” at this table."),
    "nothing_to_cover": ("Não há o que cobrir: você já está no nível.", "Nothing to call: you are level."),
    "mesa_after_bet": (
        "Já apostaram: faltam {to_call} para você, e mesa não vale mais.",
        "There is a bet: {to_call} to you, so you cannot check.",
    ),
    "mesa_not_here": ("Nesta rodada não se diz mesa.", "There is no checking in this round."),
    "no_mesa_first_street": (
        "Nesta rodada não há mesa: aposta-se ou sai-se.",
        "There is no checking on this street: bet or fold.",
    ),
    "must_open": (
        "Todos disseram mesa: agora você tem de apostar ou sair.",
        "Everybody checked: now you must bet or fold.",
    ),
    "passo_not_here": ("Neste jogo não se diz passo.", "There is no passing in this game."),
    "passo_after_bet": ("Já apostaram: passo não vale mais.", "There is a bet: you cannot pass."),
    "bet_already_made": ("Já apostaram: para pôr mais, diga repico.", "There is a bet: to put in more, raise."),
    "nothing_to_raise": ("Ninguém apostou ainda: diga aposto.", "Nobody has bet yet: you may bet."),
    "cannot_open": (
        "O escurante só aumenta o que os outros apostam.",
        "The escurante may only raise what others bet.",
    ),
    "no_addressee": (
        "Todos os outros já puseram tudo: ninguém responderia a uma aposta.",
        "Everybody else is all-in: nobody could answer a bet.",
    ),
    "stack_only_covers": (
        "Suas fichas só dão para cobrir.",
        "Your chips only reach for a call.",
    ),
    "short_all_in_does_not_reopen": (
        "O último aumento foi de quem pôs tudo e ficou abaixo do mínimo: quem já falou não pode repicar.",
        "The last raise was an all-in below the minimum: those who have spoken may not raise again.",
    ),
    "no_raise_after_mesa": (
        "Quem disse mesa só pode cobrir ou sair.",
        "Whoever checked may only call or fold.",
    ),
    "capped": (
        "Limite atingido: uma aposta e {cap} aumentos por rodada.",
        "Capped: one bet and {cap} raises a round.",
    ),
    "capped_player": (
        "Limite atingido: cada um aposta e aumenta no máximo {cap} vezes além da primeira.",
        "Capped: each player has one wager and {cap} more a round.",
    ),
    "only_escurante_raises": (
        "Só o escurante (lugar {escurante}) pode aumentar agora.",
        "Only the escurante (seat {escurante}) may raise now.",
    ),
    "complete_first": (
        "A abertura ainda não foi completada: diga completo.",
        "The bring-in has not been completed: complete it first.",
    ),
    "completo_not_here": ("Não há abertura a completar.", "There is no bring-in to complete."),
    "obliged_to_stay": (
        "Você tem uma figura aberta: não pode sair nesta rodada.",
        "You show a face card: you may not fold in this round.",
    ),
    "amount_not_wanted": ("“{verb}” não leva valor.", "“{verb}” takes no amount."),
    "exact_amount": ("“{verb}” são {exact} fichas, nem mais nem menos.", "“{verb}” is {exact} chips exactly."),
    "amount_missing": ("Diga quanto.", "Say how much."),
    "amount_not_whole": ("O valor tem de ser um número inteiro.", "The amount must be a whole number of chips."),
    "more_than_stack": (
        "{amount} é mais do que você tem: suas fichas são {stack}.",
        "{amount} is more than you have: your stack is {stack}.",
    ),
    "not_a_size": ("{amount} não é um valor desta rodada.", "{amount} is not a size of this round."),
    "below_minimum": ("{amount} é pouco: o mínimo é {minimum}.", "{amount} is too little: the minimum is {minimum}."),
    "above_maximum": ("{amount} é demais: o máximo é {maximum}.", "{amount} is too much: the maximum is {maximum}."),
    "escuro_all_posted": ("Todos já puseram no escuro.", "Everybody has posted blind."),
    "escuro_not_next": (
        "O escuro segue pela esquerda: agora só o lugar {next}.",
        "The blind posts go on to the left: now only seat {next}.",
    ),
}

DRAW: Table = {
    "ask_how_many": ("Quantas?", "How many?"),
    "served": ("Estou servido", "I stand pat"),
    "planted": ("Estou plantado", "I am planted"),
    "not_drawing": ("O lugar {seat} não troca nesta mão.", "Seat {seat} does not draw in this hand."),
    "drawn_already": ("Você já trocou: a troca é uma só.", "You have drawn already: there is one draw a hand."),
    "not_your_draw": (
        "Ainda não: agora troca o lugar {next}.",
        "Not yet: seat {next} draws now.",
    ),
    "above_draw_limit": (
        "{cards} é demais: aqui você troca no máximo {maximum}.",
        "{cards} is too many: you may draw at most {maximum} here.",
    ),
    "must_discard_one": ("É preciso descartar ao menos uma.", "You must throw away at least one."),
    "below_zero": ("Não se trocam menos de zero cartas.", "You cannot draw fewer than no cards."),
    "no_shuffle_in_hand": (
        "Não se baralha no meio da mão: o monte tem {stock} cartas e basta.",
        "No shuffling during the hand: the stock holds {stock} cards, which is enough.",
    ),
    "no_cards_left": (
        "Não há mais cartas: o monte tem {stock}.",
        "There are no cards left: the stock holds {stock}.",
    ),
}

EVENTS: Table = {
    "cannot_pay_exchange": (
        "A troca custa {price} e você tem {stack}: fica como está.",
        "The exchange costs {price} and you have {stack}: keep your cards.",
    ),
    "bid_below_zero": ("O lance é de zero para cima.", "A bid is nothing or more."),
    "bid_above_stack": ("{amount} é mais do que você tem: {stack}.", "{amount} is more than you have: {stack}."),
    "pass_wrong_number": ("São {wanted} cartas, e você escolheu {cards}.", "Pass {wanted} cards; you chose {cards}."),
    "pass_not_held": ("A carta {card} não está com você.", "You do not hold {card}."),
    "traded_already": ("O lugar {who} já trocou: cada um troca uma vez.", "Seat {who} has traded: each trades once."),
    "trade_not_equal": (
        "Só troca quem quer o mesmo número de cartas: {cards} e {other_cards} não servem.",
        "Only equal numbers are traded: {cards} and {other_cards} do not match.",
    ),
}

# What may be said or done, inside "Pode: …"
ALLOWED: Table = {
    "mesa": ("mesa", "check"),
    "passo": ("passo", "pass"),
    "aposto": ("aposto", "bet"),
    "cubro": ("cubro", "call"),
    "repico": ("repico", "raise by"),
    "completo": ("completo", "complete"),
    "saio": ("saio", "fold"),
    "espera": ("esperar", "wait"),
    "cartas": ("cartas", "cards"),
    "escuro": ("pôr no escuro", "post blind"),
    "keep": ("ficar com as suas cartas", "keep your cards"),
    "showdown": ("mostrar", "show"),
    "secret_amount": ("lance", "bid"),
    "pick_cards": ("escolher cartas", "choose cards"),
    "seat": ("lugar", "seat"),
}

TABLES: list[Table] = [BETTING, DRAW, EVENTS]
ALLOWED_TABLES: list[Table] = [ALLOWED]


def _find(tables: list[Table], code: str, lang: str) -> str:
    for table in tables:
        if code in table:
            return table[code][tongue(lang) == "en"]
    raise KeyError(f"no sentence for {code!r}")


def phrase(code: str, lang: str, **params: Param) -> str:
    """The sentence of a code with its parameters; raises KeyError for an unknown code or a missing parameter."""
    return _find(TABLES, code, lang).format(**params)


def allowed_words(allowed: Allowed, lang: str) -> str:
    """One allowed thing as said at the table: "repico de 2 a 10", "aposto 2 ou 4", "cubro 5", "lugar 3"."""
    what, _, where = allowed.what.partition(":")
    text = _find(ALLOWED_TABLES, what, lang)
    if where:
        text = f"{text} {where}"
    english = tongue(lang) == "en"
    if allowed.sizes:
        return f"{text} {(' or ' if english else ' ou ').join(str(n) for n in allowed.sizes)}"
    if allowed.low is None and allowed.high is None:
        return text
    if allowed.low == allowed.high or allowed.high is None:
        return f"{text} {allowed.low}" + ("" if allowed.high is not None else " ou mais" if not english else " or more")
    if allowed.low is None:
        return f"{text} {'up to' if english else 'até'} {allowed.high}"
    return f"{text} {allowed.low} to {allowed.high}" if english else f"{text} de {allowed.low} a {allowed.high}"


def refusal_sentence(refusal: Refusal, lang: str) -> str:
    """Why not, and what would be allowed: "3 é pouco: o mínimo é 5. Pode: aposto de 5 a 200, mesa ou saio."."""
    words = [allowed_words(a, lang) for a in refusal.allowed]
    english = tongue(lang) == "en"
    listed = join_words(words, lang)
    if len(words) > 1:
        glue = (" and ", " or ") if english else (" e ", " ou ")
        head, _, tail = listed.rpartition(glue[0])
        listed = f"{head}{glue[1]}{tail}"
    return f"{phrase(refusal.code, lang, **refusal.params)} {'You may' if english else 'Pode'}: {listed}."
