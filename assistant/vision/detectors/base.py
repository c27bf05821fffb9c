"""What every detector is: a picture in, places of cards out."""

from __future__ import annotations

from typing import Protocol

from assistant.vision.records import CardQuad, Image


class Detector(Protocol):
    """Finds cards in a picture; knows nothing of ranks and suits."""

    @property
    def name(self) -> str:
        """The name it is chosen by on the command line."""
        ...

    def detect(self, image: Image) -> list[CardQuad]:
        """Faces, backs and (where it can) visible corner indices of a BGR picture, in its pixels, best first."""
        ...
