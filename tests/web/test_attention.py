"""A phone calls its player: vibration, chime, voice and blinking title, each with its switch; hands and eyes differ."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect
from web_kit import Live, shoot

Open = Callable[..., Page]
# what a phone would do with its motor, loudspeaker and voice is written down; the pages' own code is untouched
LISTEN = """
window.called = { vibrated: 0, spoken: [], tones: 0 };
navigator.vibrate = (pattern) => { if (Array.isArray(pattern)) window.called.vibrated += 1; return true; };
window.speechSynthesis.speak = (words) => window.called.spoken.push([words.lang, words.text]);
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...at) { window.called.tones += 1; return start.apply(this, at); };
"""
TITLES = """() => new Promise((done) => {
  const seen = new Set();
  const timer = setInterval(() => seen.add(document.title), 50);
  setTimeout(() => { clearInterval(timer); done([...seen]); }, 2200);
})"""


def sit(page: Page, live: Live) -> None:
    page.add_init_script(LISTEN)
    page.goto(live.url)
    page.locator("#name").fill("Caio")
    page.locator("[data-seat='3']").tap()
    page.locator("#sit").tap()
    expect(page.locator(".seat.mine .name")).to_have_text("Caio (você)")
    page.locator("#menu-open").tap()  # the touch that lets a page make a noise
    expect(page.locator("#switches .switch")).to_have_count(5)


def turn(page: Page, live: Live) -> None:
    """Seat 3 is asked for its word."""
    live.do(live.table.deal)
    live.do(live.table.speak, "mesa", None)
    expect(page.locator("body")).to_have_class("page-play mine")
    expect(page.locator("#choice")).to_have_class("choice-box")  # buttons no longer rest


def test_my_turn_shakes_chimes_speaks_and_blinks_until_it_is_over(live: Live, phone: Open) -> None:
    page = phone()
    sit(page, live)
    page.locator("#menu-close").tap()
    assert len(page.evaluate(TITLES)) == 1, "nothing blinks while it is another's turn"
    turn(page, live)
    page.wait_for_function("() => window.called.vibrated === 1 && window.called.tones === 2")
    ((lang, words),) = page.evaluate("() => window.called.spoken")
    assert lang == "pt-BR" and words.startswith("Sua vez")
    expect(page.locator("#headline")).to_have_text("Sua vez")  # the one thing he needs, in the largest letters
    expect(page.locator("#subline")).to_have_text("Fala o Ás — Bia")
    blinking = page.evaluate(TITLES)
    assert len(blinking) == 2 and any("vez" in title.lower() for title in blinking), blinking
    page.get_by_text("Mesa", exact=True).tap()
    expect(page.locator("body")).not_to_have_class("page-play mine")
    assert len(page.evaluate(TITLES)) == 1
    assert page.evaluate("() => [window.called.vibrated, window.called.spoken.length]") == [1, 1], "called once"


def test_each_way_of_calling_is_switched_off_for_good_on_this_phone_alone(live: Live, phone: Open) -> None:
    page = phone()
    sit(page, live)
    for box in page.locator("#switches input").all()[:3]:
        box.uncheck()
    page.locator("#menu-close").tap()
    page.reload()
    expect(page.locator(".seat.mine .name")).to_have_text("Caio (você)")
    page.locator("#menu-open").tap()
    for box in page.locator("#switches input").all()[:3]:
        expect(box).not_to_be_checked()
    page.locator("#menu-close").tap()
    turn(page, live)
    expect(page.locator("#live")).to_contain_text("Sua vez")  # a screen reader still says it
    assert page.evaluate("() => window.called") == {"vibrated": 0, "spoken": [], "tones": 0}


def test_a_left_hand_has_the_strong_button_on_its_side_and_four_colours_part_the_suits(live: Live, phone: Open) -> None:
    page = phone()
    sit(page, live)
    page.locator("#menu-close").tap()
    turn(page, live)

    def across() -> list[str]:
        boxes = [(b.bounding_box() or {"x": 0.0}, b.inner_text()) for b in page.locator("#choice .big").all()]
        return [text for _, text in sorted(boxes, key=lambda b: b[0]["x"])]

    assert across() == ["Saio", "Mesa", "Aposto…"]
    page.locator("#menu-open").tap()
    for box in page.locator("#switches input").all()[3:]:
        box.check()
    page.locator("#menu-close").tap()
    assert across() == ["Aposto…", "Mesa", "Saio"]
    shoot(page, "play-left-four")
    inks = page.evaluate("""() => ["s", "h", "d", "c"].map((suit) => {
        const card = document.querySelector(".card").cloneNode(false);
        card.innerHTML = `<svg class="suit-${suit}"></svg>`;
        document.querySelector(".cards").append(card);
        return getComputedStyle(card.firstChild).color;
    })""")
    assert len(set(inks)) == 4


def test_nothing_is_told_by_red_or_green_alone(live: Live, phone: Open) -> None:
    page = phone()
    sit(page, live)
    page.locator("#menu-close").tap()
    turn(page, live)
    expect(page.locator(".seat.speaking .word.turn")).to_have_text("fala agora")
    for dot in page.locator(".seat .dot").all():
        assert dot.get_attribute("aria-label") in ("telefone ligado", "telefone longe"), dot.get_attribute("aria-label")
    page.get_by_text("Saio").tap()
    page.locator(".armed").tap()
    expect(page.locator(".seat.mine .badge")).to_have_text("saiu")
    line = page.context.new_cdp_session(page)
    for eyes in ("deuteranopia", "achromatopsia"):
        line.send("Emulation.setEmulatedVisionDeficiency", {"type": eyes})
        shoot(page, f"play-{eyes}")
