"""The sentences of the hand, Portuguese and English: refusals, prompts, reasons and notices, keyed by their codes."""

from __future__ import annotations

from collections.abc import Mapping

from assistant.engine.choices import Choice, ChoiceOption
from assistant.engine.hand_core import Notice
from assistant.engine.names import card_name, tongue
from assistant.engine.phrases import ALLOWED_TABLES, TABLES, Table, phrase
from assistant.engine.refusal import Param
from assistant.engine.showdown import Verdict

REFUSALS: Table = {
    "unwanted_card_dealt": ("Nenhuma carta é esperada agora.", "No card is expected now."),
    "unwanted_card_turned": ("Nenhuma carta deve ser virada agora.", "No card is to be turned now."),
    "unwanted_acted": ("Ninguém aposta agora.", "Nobody bets now."),
    "unwanted_chosen": ("Esta pergunta não está feita agora.", "That question is not being asked now."),
    "unwanted_hand_shown": ("Ainda não é hora de mostrar.", "It is not time to show yet."),
    "unwanted_pot_split": (
        "O montão só se divide por acordo quando a mão acabou.",
        "The pot is divided by agreement only when the hand is over.",
    ),
    "unwanted_pot_awarded": ("O montão ainda está em jogo.", "The pot is still being played for."),
    "card_not_expected": ("O lugar {seat} não espera carta agora.", "Seat {seat} awaits no card now."),
    "card_wrong_facing": (
        "A carta do lugar {seat} vem virada para o outro lado.",
        "The card of seat {seat} comes the other way up.",
    ),
    "no_closed_card_there": (
        "O lugar {seat} não tem carta fechada na posição {place}.",
        "Seat {seat} has no closed card at place {place}.",
    ),
    "answer_not_wanted": ("Esta resposta não cabe aqui.", "That answer has no place here."),
    "answer_yes_or_no": ("Responda sim ou não.", "Answer yes or no."),
    "no_such_card": ("“{card}” não é uma carta.", "“{card}” is no card."),
    "closed_card_with_face": ("Carta fechada não se lê.", "A closed card is not read."),
    "open_card_without_face": ("Falta dizer que carta é.", "Say which card it is."),
    "not_showing": ("O lugar {seat} não mostra agora.", "Seat {seat} does not show now."),
    "lay_aside_first": ("Primeiro separe as cartas que não contam.", "First lay aside the cards that do not count."),
    "all_show": ("Nesta mesa todos mostram.", "At this table everybody shows."),
    "must_show": (
        "Para disputar o montão é preciso mostrar.",
        "A contested pot is only won by a hand that is shown.",
    ),
    "pick_so_many": ("Escolha {cards} cartas.", "Choose {cards} cards."),
    "verdict_withheld": ("Ainda não há resultado.", "There is no verdict yet."),
    "payout_differs": ("O montão se paga assim: {wanted}.", "The pot pays: {wanted}."),
    "not_of_this_hand": ("Isto não é um fato desta mão.", "That is no fact of this hand."),
    "hand_over": ("A mão acabou.", "The hand is over."),
    "hand_in_progress": ("Há uma mão em andamento.", "A hand is in progress."),
    "no_hand": ("Não há mão em andamento.", "No hand is in progress."),
    "option_wrong": ("A regra da casa “{option}” está errada: {message}.", "House option “{option}”: {message}."),
    "wrong_number_of_players": (
        "Este jogo não serve para {players} jogadores (no máximo {most}).",
        "This game is not for {players} players (at most {most}).",
    ),
    "seats_wrong": ("Os lugares da mão não estão certos.", "The seats of the hand are not right."),
    "no_chips_no_cards": ("Quem não tem fichas não recebe cartas.", "Who has no chips gets no cards."),
    "amount_wrong": ("O valor do pingo não serve.", "The ante is not right."),
    "deck_lacks_ranks": ("Este jogo precisa de {ranks} no baralho.", "This game needs {ranks} in the deck."),
    "deck_too_small": ("O baralho é pequeno: faltam cartas ({cards}).", "The deck is too small for {cards} cards."),
    "say_a_number": ("Diga um número de cartas.", "Say a number of cards."),
    "deck_refused": ("{pt}.", "{en}."),
    "cut_too_thin": (
        "O corte levanta e deixa pelo menos {least} cartas.",
        "A cut lifts and leaves at least {least} cards.",
    ),
    "does_not_open": ("Isso não abre esta mão.", "That does not open this hand."),
    "no_such_game": ("Não conheço o jogo “{game}”.", "There is no game called “{game}”."),
    "pointless_here": ("“{variation}” não faz sentido em “{game}”.", "“{variation}” makes no sense in “{game}”."),
    "built_in": ("“{game}” já é assim.", "“{game}” is that way already."),
    "another_in_its_place": (
        "Em “{game}” outra troca toma o lugar de “{variation}”.",
        "In “{game}” another exchange takes the place of “{variation}”.",
    ),
    "left_to_the_house": (
        "As regras não dizem como se joga “{variation}” em “{game}”.",
        "The rules do not say how “{variation}” is played in “{game}”.",
    ),
    "same_thing_twice": ("“{variation}” já está dito com “{other}”.", "“{variation}” is already said by “{other}”."),
    "one_split_at_a_time": ("Só uma divisão do montão por vez.", "Only one way to divide the pot at a time."),
    "one_wild_at_a_time": ("Só um jogo de curingas aleatórios por vez.", "Only one game of random wild ranks."),
    "nothing_closed": (
        "Com “{other}” não há o que ficar fechado: “{variation}” não cabe.",
        "With “{other}” nothing is left closed: “{variation}” has no place.",
    ),
    "all_closed_already": (
        "Com “{other}” as cartas vêm de outro jeito: “{variation}” não cabe.",
        "With “{other}” the cards come another way: “{variation}” has no place.",
    ),
    "never_two_closed": (
        "Nunca se têm duas cartas fechadas: “{variation}” e “{other}” não combinam.",
        "Nobody ever holds two closed cards: “{variation}” and “{other}” do not go together.",
    ),
    "auctioned_open": ("No leilão as cartas já estão abertas no centro.", "In an auction the cards already lie open."),
    "extra_card_not_auctioned": (
        "A carta que o Quatro traz não foi a leilão: combine antes.",
        "The extra card of a Four has no auction.",
    ),
    "no_betting_round": ("Sem apostas não há o que cobrir.", "Without betting nothing is to be called."),
    "needs_draw": ("“{game}” não tem troca com o monte.", "“{game}” has no draw."),
    "needs_first_round": ("“{game}” não tem rodada de abertura.", "“{game}” has no opening round."),
    "needs_one_closed": ("Só onde se tem uma carta fechada.", "Only where exactly one card is held closed."),
    "needs_two_closed": ("Só onde se começa com duas fechadas e uma aberta.", "Only with two closed, one open."),
    "needs_plain_streets": ("“{game}” não se dá carta a carta.", "“{game}” is not dealt a card a street."),
    "needs_plain_passes": ("As passagens já foram mudadas.", "The passes were changed already."),
    "no_rolling_bets": ("Todas as sete e aposta nos passes não combinam.", "All seven excludes bets on passes."),
    "no_combinations": ("Em “{game}” não há jogo a premiar.", "Nothing to reward in “{game}”."),
    "not_on_offer": ("“{game}” não se pode jogar agora.", "“{game}” cannot be played now."),
    "pick_one_or_none": ("Escolha uma carta ou nenhuma.", "Choose one card or none."),
    "cannot_pay": ("Suas fichas não dão para isso.", "Your chips do not reach for that."),
    "turned_already": ("O lugar {seat} já virou.", "Seat {seat} has turned already."),
    "turn_first": ("Primeiro o lugar {seat} vira uma carta.", "First seat {seat} turns a card."),
    "say_an_amount": ("Diga um valor em fichas.", "Say an amount in chips."),
    "not_in_the_centre": ("Essa carta não está no centro.", "That card is not in the centre."),
    "no_such_variation": ("Não conheço a variação “{variation}”.", "There is no variation called “{variation}”."),
}

ALLOWED: Table = {
    "turn": ("virar a carta do lugar", "turn the card of seat"),
    "up": ("carta aberta no lugar", "open card at seat"),
    "down": ("carta fechada no lugar", "closed card at seat"),
    "act": ("a palavra do lugar", "the word of seat"),
    "number": ("o número do lugar", "the number of seat"),
    "yes_no": ("o sim ou não do lugar", "the yes or no of seat"),
    "pick_game": ("o jogo, do lugar", "the game, from seat"),
    "ready": ("o pronto do lugar", "the ready of seat"),
    "start": ("começar outra mão", "start another hand"),
    "rebuy": ("comprar um cacife", "buy a cacife"),
    "option": ("acertar a regra", "set the option"),
    "players": ("jogadores", "players"),
    "deck": ("baralho desde", "deck from"),
    "game": ("jogo", "game"),
    "variation": ("variação", "variation"),
    "without": ("sem a variação", "without the variation"),
}

PROMPTS: Table = {
    "act": ("Faltam {to_call} para você. O que diz?", "{to_call} to you. What do you say?"),
    "act_open": ("É a sua vez. O que diz?", "It is your turn. What do you say?"),
    "act_opener": ("É a sua vez. Só abre quem tem {pt} ou melhor.", "Your turn. Only {en} or better opens."),
    "opens_with": ("Abriu com o quê?", "What did you open with?"),
    "show_for_prize": ("Mostra as cartas para receber o prêmio?", "Do you show your cards to collect the prize?"),
    "closed_next": (
        "Quer a próxima carta fechada? Então vire a sua carta fechada.",
        "Do you want the next card closed? Then turn your closed card.",
    ),
    "pay_three": ("Você recebeu um Três: paga {amount} ou sai?", "You got a Three: pay {amount} or leave?"),
    "pay_pair": ("Você fez par: paga {amount} ou sai?", "You made a pair: pay {amount} or leave?"),
    "how_many": ("Quantas?", "How many cards?"),
    "how_many_swap": ("Quantas cartas quer trocar com alguém?", "How many cards would you swap with somebody?"),
    "swap_with": ("Troca {cards} cartas com o lugar {other}?", "Swap {cards} cards with seat {other}?"),
    "volunteer": ("Entra no escuro com {amount}?", "Do you post {amount} blind?"),
    "show_or_muck": ("Mostra as cartas?", "Do you show your cards?"),
    "swap_one": ("Troca uma carta? Escolha qual, ou nenhuma.", "Exchange a card? Choose which, or none."),
    "new_card_closed": ("Quer a nova fechada, por {amount}?", "Do you want the new one closed, for {amount}?"),
    "pass_cards": ("Passe {cards} cartas ao lugar {to}.", "Pass {cards} cards to seat {to}."),
    "discard": ("Descarte {cards} cartas, fechadas.", "Discard {cards} cards, face down."),
    "order_cards": ("Ponha as cartas na ordem em que serão viradas.", "Put your cards in the order of turning."),
    "arrange": ("Arrume as cartas em três, cinco e cinco.", "Arrange your cards as three, five and five."),
    "keep_form": ("Você tem {cards} cartas a mais: quais saem?", "You have {cards} cards too many: which go?"),
    "point_at": ("Aponte a carta que o lugar {other} vira.", "Point at the card seat {other} turns."),
    "bid": ("Quanto esconde na mão?", "How much do you hide in your fist?"),
    "pick_lot": ("Escolha uma carta do centro.", "Pick a card from the centre."),
    "stay": ("Continua na mão?", "Do you stay in?"),
    "pick_game": ("Quem dá manda: o que vai ser?", "Whoever deals, orders: what will it be?"),
    "lay_aside": ("Separe {cards} cartas que não contam.", "Lay aside {cards} cards that do not count."),
}

REASONS: Table = {
    "": ("", ""),
    "why_first": ("Você foi chamado a falar primeiro.", "You were called to speak first."),
    "why_owes": ("Apostaram: para continuar faltam {to_call}.", "There is a bet: {to_call} to stay in."),
    "why_next": ("Os anteriores falaram: agora é você.", "Those before you have spoken: now you."),
    "why_three": (
        "Beisebol: um Três aberto custa dois pingos ou a mão.",
        "Baseball: an open Three costs two antes or the hand.",
    ),
    "why_pair": (
        "Assassino: quem recebe par aberto põe o valor do montão ou sai.",
        "Assassino: whoever is dealt an open pair matches the pot or leaves.",
    ),
    "why_draw": ("É a sua vez na troca.", "It is your turn to draw."),
    "why_trees": (
        "Trees: trocam dois que queiram o mesmo número de cartas.",
        "Trees: two who want the same number of cards swap them.",
    ),
    "why_volunteer": (
        "Escuro: quem está à esquerda do último pode dobrar.",
        "Escuro: the seat to the left of the last post may double it.",
    ),
    "why_swap": ("É a sua vez de trocar.", "It is your turn to exchange."),
    "why_twist": ("A nova vem aberta, ou fechada por mais um pingo.", "The new card comes open, or closed for more."),
    "why_pass_cards": ("Todos passam ao mesmo tempo.", "Everybody passes at the same time."),
    "why_discard": ("Ficam cinco cartas.", "Five cards remain."),
    "why_order_cards": ("A ordem vale depois da primeira virada.", "The order binds once the first card is turned."),
    "why_arrange": ("Cada mão tem de ser maior que a anterior.", "Each hand must be above the one before."),
    "why_keep_form": ("O Quatro trouxe carta a mais.", "A Four brought an extra card."),
    "why_point_at": ("O vizinho vira a que você apontar.", "Your neighbour turns the one you point at."),
    "why_closed_next": (
        "Quem vira a sua fechada pode pedir a próxima fechada.",
        "Who turns his closed card may ask for the next one closed.",
    ),
    "why_bid": ("Todos abrem ao mesmo tempo, e tudo vai ao montão.", "All open at once; every bid is for the pot."),
    "why_pick_lot": ("Escolhe primeiro quem deu o maior lance.", "The highest bid picks first."),
    "why_stay": ("Depois do leilão pode-se sair.", "After the auction you may leave."),
    "why_pick_game": ("Você é o carteador.", "You are the dealer."),
    "why_opens_with": ("No fim quem abriu mostra com que abriu.", "In the end the opener shows what he opened with."),
    "why_show_for_prize": ("Quem leva sem mostrar não recebe prêmio.", "Whoever takes it unseen collects no prize."),
    "why_show": ("Quem perdeu pode jogar fora sem mostrar.", "A loser may throw the hand away unseen."),
    "why_lay_aside": ("Contam cinco cartas.", "Five cards count."),
}

DOUBTS: Table = {
    "opener_unproved": (
        "O lugar {seat} abriu: mostre com que abriu ({pt} ou melhor).",
        "Seat {seat} opened: show what you opened with ({en} or better).",
    ),
}

NOTICES: Table = {
    "leavers_shuffled_in": (
        "Faltam cartas: baralhe no monte as {cards} cartas de quem saiu.",
        "Not enough cards: shuffle in the {cards} cards of those who left.",
    ),
    "discards_shuffled_in": (
        "O monte não dá: baralhe nele os descartes antes de servir o lugar {seat}.",
        "The stock is short: shuffle the discards into it before serving seat {seat}.",
    ),
    "swap_now": (
        "Lugares {one} e {other}: troquem {cards} cartas, fechadas.",
        "Seats {one} and {other}: swap {cards} cards, face down.",
    ),
    "shared_card": ("Uma carta aberta no centro serve a todos.", "One open card in the centre serves everybody."),
}

OPTION_LABELS: Table = {
    "mesa": ("Mesa", "Check"),
    "passo": ("Passo", "Pass"),
    "cubro": ("Cubro {amount}", "Call {amount}"),
    "completo": ("Completo {amount}", "Complete {amount}"),
    "aposto": ("Aposto", "Bet"),
    "repico": ("Repico", "Raise"),
    "saio": ("Saio", "Fold"),
    "yes": ("Sim", "Yes"),
    "no": ("Não", "No"),
    "ready": ("Pronto", "Ready"),
    "place": ("Carta {place}", "Card {place}"),
    "pay": ("Pago {amount}", "Pay {amount}"),
    "leave": ("Saio", "Fold"),
}


def add_to_tables() -> None:
    """Put the sentences of the hand among the engine's (once)."""
    if REFUSALS not in TABLES:
        TABLES.extend((REFUSALS, PROMPTS, REASONS, NOTICES, DOUBTS))
        ALLOWED_TABLES.append(ALLOWED)


def _say(table: Table, code: str, lang: str, params: Mapping[str, Param]) -> str:
    return table[code][tongue(lang) == "en"].format(**params)


def prompt(choice: Choice, lang: str) -> str:
    """The question of a choice."""
    return phrase(choice.code, lang, **choice.params)


def why(choice: Choice, lang: str) -> str:
    """Why the question is asked, in one sentence ("" when it speaks for itself)."""
    return phrase(choice.why, lang, **choice.why_params)


def doubt_sentence(verdict: Verdict, lang: str) -> str:
    """What the table should look at again before the award ("" where nothing is in doubt)."""
    return phrase(verdict.doubt, lang, **verdict.doubt_params) if verdict.doubt else ""


def notice_sentence(notice: Notice, lang: str) -> str:
    """A notice in words."""
    return phrase(notice.code, lang, **notice.params)


def option_label(choice: Choice, option: ChoiceOption, lang: str) -> str:
    """The words on one option: "Cubro 4", "Sim", "Ás de Espadas"."""
    if choice.kind == "pick_cards":
        if option.card is not None:
            return card_name(option.card, lang)
        return _say(OPTION_LABELS, "place", lang, {"place": int(option.value) + 1})
    if choice.kind == "yes_no" and choice.code in ("pay_three", "pay_pair"):
        return _say(OPTION_LABELS, "pay" if option.value == "yes" else "leave", lang, {"amount": option.amount or 0})
    if option.value not in OPTION_LABELS:
        return option.value
    return _say(OPTION_LABELS, option.value, lang, {"amount": option.amount or 0})
