"""The words of house rules: what is wrong with a document, and the page a table signs."""

from __future__ import annotations

# What is wrong, by code: Portuguese, English. {key} and {value} as written, {allowed} what would do.
PROBLEMS: dict[str, tuple[str, str]] = {
    "unknown_key": (
        "{key}: não existe esta entrada. Existem: {allowed}",
        "{key}: there is no such entry. There are: {allowed}",
    ),
    "not_a_table": (
        "{key}: deve ser uma seção [{key}], não {value}",
        "{key}: must be a section [{key}], not {value}",
    ),
    "not_a_list": (
        "{key}: deve ser uma lista de jogos, não {value}. Por exemplo: {allowed}",
        "{key}: must be a list of games, not {value}. For example: {allowed}",
    ),
    "bad_name": (
        "{key}: {value} não é um nome. Vale: {allowed}",
        "{key}: {value} is no name. Allowed: {allowed}",
    ),
    "no_name": (
        "{key}: falta o nome da mesa. Vale: {allowed}",
        "{key}: the table's name is missing. Allowed: {allowed}",
    ),
    "bad_number": (
        "{key}: {value} não serve. Vale: um número inteiro a partir de {allowed}",
        "{key}: {value} will not do. Allowed: a whole number from {allowed} up",
    ),
    "chip_value": (
        "{key}: {value} centavos não se dividem em fichas de centavos inteiros. Vale: {allowed}",
        "{key}: {value} centavos cannot be divided into chips of whole centavos. Allowed: {allowed}",
    ),
    "not_in_chips": (
        "{key}: {value} não se paga com a menor ficha da mesa. Vale: {allowed}",
        "{key}: {value} cannot be paid with the table's smallest chip. Allowed: {allowed}",
    ),
    "pot_of_pingos": (
        "{key}: o cacife de {value} não dá nem para um pingo. Vale: a partir de {allowed}",
        "{key}: a buy-in of {value} does not even pay one ante. Allowed: from {allowed} up",
    ),
    "bad_hour": (
        "{key}: {value} não é uma hora. Vale: {allowed}",
        "{key}: {value} is no hour. Allowed: {allowed}",
    ),
    "game": ("{key}: {value} — {why}", "{key}: {value} — {why}"),
    "game_near": (
        "{key}: não conheço o jogo {value}. Seria {allowed}?",
        "{key}: there is no game called {value}. Did you mean {allowed}?",
    ),
    "game_twice": (
        "{key}: {value} está duas vezes na lista. Vale: {allowed}",
        "{key}: {value} stands in the list twice. Allowed: {allowed}",
    ),
    "bad_prize": (
        "{key}: não há prêmio para {value}. Vale: {allowed}",
        "{key}: there is no prize for {value}. Allowed: {allowed}",
    ),
    "pingo_on_top": (
        "{key}: o pingo se escreve no alto do documento, fora de [options]. Vale: {allowed}",
        "{key}: the ante is written at the top of the document, outside [options]. Allowed: {allowed}",
    ),
    "option": ("{key}: {why}", "{key}: {why}"),
}

A_NAME = ("um texto de 1 a 60 letras, numa linha", "a text of 1 to 60 letters, on one line")
AN_HOUR = ("uma hora como 02:00 ou 23:30", "an hour such as 02:00 or 23:30")

ONCE = ("cada jogo uma vez", "each game once")

PAGE: dict[str, tuple[str, str]] = {
    "title": ("Regras da mesa: {name}", "Rules of the table: {name}"),
    "intro": ("Combinamos assim:", "We agreed on this:"),
    "cacife": (
        "Cacife: {chips} fichas por {money}; uma ficha vale {one}.",
        "Buy-in: {chips} chips for {money}; one chip is worth {one}.",
    ),
    "cacife_free": (
        "Cacife: {chips} fichas; joga-se só pelas fichas, sem dinheiro.",
        "Buy-in: {chips} chips; we play for chips only, without money.",
    ),
    "games": ("Jogamos: {games}.", "We play: {games}."),
    "games_all": (
        "Jogamos qualquer jogo do livro de regras que a mesa escolher.",
        "We play any game of the rule book the table chooses.",
    ),
    "prizes": (
        "Prêmios, pagos por cada um além do montão: {prizes}.",
        "Prizes, paid by each besides the pot: {prizes}.",
    ),
    "prizes_none": ("Sem prêmios.", "No prizes."),
    "until": ("Paramos às {hour}.", "We stop at {hour}."),
    "until_none": ("Paramos quando a mesa quiser.", "We stop when the table wishes."),
    "chips": ("{n} fichas", "{n} chips"),
    "chip": ("{n} ficha", "{n} chip"),
    "ours": ("O que é diferente do costume", "What differs from the custom"),
    "ours_none": ("Nada: tudo como de costume.", "Nothing: everything as is the custom."),
    "rest": ("O resto, como de costume", "The rest, as is the custom"),
    "signed": ("Assinamos", "Signed"),
}
