"""Every fact a table can record, as frozen records with one encoding: the log format of the journal.

A fact is what happened (a card seen, a word spoken, a purchase), never what follows from it: pots, turns, balances and
verdicts are folds. New kinds and new optional fields may come; what was written once always decodes.
"""

from assistant.facts.bank import (
    HOUSE,
    CacifeBought,
    CashedOut,
    ChipsAgreed,
    ChipsCounted,
    DifferenceBooked,
    ExpenseShared,
    NightSettled,
    PotShared,
    PrizesAgreed,
    PrizesPaid,
    PurchaseAnswered,
    SideDeal,
    TransferPaid,
)
from assistant.facts.base import CardCode, FactError, Payload, Seat
from assistant.facts.encoding import (
    GENESIS,
    Fact,
    canonical,
    decode,
    decode_payload,
    encode,
    encode_payload,
    fact_hash,
    hashed_form,
    private_digest,
    seal,
)
from assistant.facts.hand import Acted, CardDealt, CardTurned, Chosen, HandShown, HandStarted, HandVoided, PotAwarded
from assistant.facts.table import Asked, Corrected, DeviceChanged, PlayerLeft, PlayerSeated, TableOpened

__all__ = [
    "GENESIS",
    "HOUSE",
    "Acted",
    "Asked",
    "CacifeBought",
    "CardCode",
    "CardDealt",
    "CardTurned",
    "CashedOut",
    "ChipsAgreed",
    "ChipsCounted",
    "Chosen",
    "Corrected",
    "DeviceChanged",
    "DifferenceBooked",
    "ExpenseShared",
    "Fact",
    "FactError",
    "HandShown",
    "HandStarted",
    "HandVoided",
    "NightSettled",
    "Payload",
    "PlayerLeft",
    "PlayerSeated",
    "PotAwarded",
    "PotShared",
    "PrizesAgreed",
    "PrizesPaid",
    "PurchaseAnswered",
    "Seat",
    "SideDeal",
    "TableOpened",
    "TransferPaid",
    "canonical",
    "decode",
    "decode_payload",
    "encode",
    "encode_payload",
    "fact_hash",
    "hashed_form",
    "private_digest",
    "seal",
]
