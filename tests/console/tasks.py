#!/usr/bin/env python3
"""What an operator does at the console, in a real browser, at 100,000 tags. Prints how long the answers took.

    tasks.py VESTA [FOLDER]      with a folder, also takes the pictures of the documents
"""
import json
import pathlib
import statistics
import sys
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from browser import CONTRASTS, Browser
from fleet import TAGS, Fleet

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
PICTURES = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None


class ConsoleTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.fleet = Fleet(PROGRAM)
        cls.addClassCleanup(cls.fleet.end)
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.end)
        cls.took = []
        cls.addClassCleanup(cls.tell)

    @classmethod
    def tell(cls):
        for path in sorted({path for path, _ in cls.took}):
            all_of = sorted(ms for each, ms in cls.took if each == path)
            print(f"{path:50} {len(all_of):5} answers, median {statistics.median(all_of):6.1f} ms, "
                  f"99 % below {all_of[len(all_of) * 99 // 100]:6.1f} ms, longest {all_of[-1]:6.1f} ms")

    def setUp(self):
        self.browser.resize(1280, 900)
        self.browser.prefer("light")
        self.open()

    def tearDown(self):
        type(self).took += self.browser.requests()
        self.assertEqual(self.browser.log(), [])

    def open(self, token="operator"):
        self.browser.driver.get(self.fleet.address + "/")
        self.browser.ask("arguments[0] ? sessionStorage.setItem('vesta.token', arguments[0]) : sessionStorage.clear()",
                         self.fleet.tokens.get(token))
        self.browser.driver.refresh()
        if token:
            self.browser.until("#state", "Ready")

    def search(self, part):
        self.browser.enter("#tag-part", part)
        self.browser.click("#tag-search button")

    def yes(self, **values):
        for name, value in values.items():
            self.browser.enter(f"#act-inputs [name={name}]", value)
        self.browser.click("#act-yes")


class An_operator(ConsoleTest):
    def test_01_shows_a_token_and_sees_what_its_rights_include(self):
        self.open(token=None)
        self.browser.until("#state", "Show a token")
        self.assertEqual(self.browser.text("#generator-table tbody"), "")
        self.browser.click("#show-token")
        self.browser.enter("#token", self.fleet.tokens["watcher"])
        self.browser.click("#token-dialog button[value=use]")
        self.browser.until("#state", "Ready")
        self.assertFalse(self.browser.find("#tag-create").is_displayed(), "who watches changes nothing")
        self.assertEqual(self.browser.ask("return localStorage.length"), 0)

    def test_02_sees_that_all_generators_are_ready_and_how_much_is_reserved(self):
        self.browser.until("#generator-table", "segment")
        rows = self.browser.text("#generator-table tbody").splitlines()
        self.assertEqual(len(rows), 5)
        for row in rows:
            self.assertIn("ready", row)
        self.assertRegex(rows[0], r"vesta, min-granularity.*[0-9] s")

    def test_03_reads_the_rate_of_each_generator_and_protocol(self):
        self.browser.until("#rates", "default, rest:")
        self.browser.until("#rates", "default, rpc:")
        self.browser.until("#rates", "segment, rest:")
        self.assertGreater(self.browser.ask("return document.querySelectorAll('#rates polyline[points]').length"), 0)

    def test_04_reads_how_long_requests_take(self):
        self.browser.until("#latency", "99 % below: ")
        self.browser.until_true("/99 % below: [0-9.]+/.test(document.querySelector('#latency ul').innerText)")

    def test_05_finds_a_tag_among_100_000_by_a_part_of_its_name(self):
        self.search(f"{TAGS - 1:06}")
        self.browser.until("#tag-table", f"order-{TAGS - 1:06}")
        self.assertEqual(len(self.browser.text("#tag-table tbody").splitlines()), 1)
        self.search("no such tag")
        self.browser.until("#tag-table", "no such tag")

    def test_06_turns_the_pages_of_all_tags(self):
        self.browser.until("#tag-table", "order-000048")
        self.browser.click("#tag-more")
        self.browser.until("#tag-table", "order-000098")
        self.browser.click("#tag-first")
        self.browser.until("#tag-table", "invoice")

    def test_07_reads_for_how_long_the_numbers_of_a_tag_last(self):
        self.search("invoice")
        self.browser.until("#tag-table", "in use")
        self.browser.until("#tag-table", " min")
        self.assertRegex(self.browser.text("#tag-table tbody"), r"invoice\s+in use\s+[0-9.]+\s.*1,000,000\s+[0-9.]+ min")

    def test_08_creates_a_tag(self):
        self.browser.click("#tag-create")
        self.yes(tag="credit note", step="500")
        self.browser.until("#act-done", "tag 'credit note' has step 500")
        self.search("credit")
        self.browser.until("#tag-table", "credit note")
        self.assertEqual(json.loads(self.fleet.get("/v1/generators/segment/ids?tag=credit%20note"))["ids"], ["1"])

    def test_09_raises_the_limit_of_a_tag(self):
        self.search("invoice")
        self.browser.until("#tag-table", "Raise")
        self.browser.click_at_once("#tag-table button")
        self.yes(limit="2000000000")
        self.browser.until("#act-done", "tag 'invoice' has limit 2000000000")
        self.browser.until("#tag-table", "2,000,000,000")

    def test_10_sees_who_holds_which_machine_id(self):
        self.browser.until("#machine-table", "(this server)")
        self.assertRegex(self.browser.text("#machine-table"), r"held\s+node-a.*left")
        self.assertIn("This server makes IDs with", self.browser.text("#machine-note"))

    def test_11_releases_a_machine_id(self):
        self.fleet.lend(7, "node-gone")
        self.browser.until("#machine-table", "node-gone")
        self.browser.click_at_once("#machine-table [data-key='release 7']")
        self.yes()
        self.browser.until("#act-done", "7")
        self.browser.until("#event-table", "an operator releases machine ID 7")
        self.assertRegex((self.fleet.folder / "log").read_text(), r"operator at 127\.0\.0\.1:\d+ releases machine ID 7")

    def test_12_takes_an_id_apart_in_any_text_form(self):
        self.browser.click("#explain-new")
        self.browser.until("#explained", "vesta, min-granularity of 20")
        self.browser.enter("#explain-id", "6bAy6VhG7ek")
        self.browser.enter_choice("#explain-as", "base58")
        self.browser.click("#explain-form button")
        self.browser.until("#explained", "2407837855670862845: vesta, max-peak of 2018-01-04 02:08:23Z")
        bits = "".join(self.browser.text("#explained .bits").split())
        self.assertIn("genMethod22bit", bits)
        self.assertEqual(self.browser.ask("return [...document.querySelectorAll('.bits code')].map(e => e.innerText).join('')"),
                         f"{2407837855670862845:064b}")

    def test_13_makes_an_id_from_its_fields(self):
        for name, value in {"time": "94990103", "seq": "0", "machine": "1021", "genMethod": "2"}.items():
            self.browser.enter(f"#make-form [name={name}]", value)
        self.browser.click("#make-form button")
        self.browser.until("#explained", "genMethod 2")
        self.assertRegex(self.browser.text("#made"), "^[0-9]+$")

    def test_14_sees_when_layouts_end_and_the_shards_of_applications(self):
        self.browser.until("#generator-table", "2049-11-03")
        self.browser.until("#app-table", "1 (orders)")
        self.assertRegex(self.browser.text("#app-table tbody"), r"sharded\s+64\s+0")

    def test_15_sees_connections_and_what_changed(self):
        self.browser.until("#connection-table", "RPC")
        self.browser.until("#event-table", "tags of generator segment: 1000")


class The_page(ConsoleTest):
    def test_has_contrast_enough_in_light_and_dark(self):
        self.browser.until("#event-table", "Z")
        self.browser.until("#tag-table", "Raise")
        self.browser.click("#explain-new")
        self.browser.until("#explained", "seq")
        for scheme in ("light", "dark"):
            self.browser.prefer(scheme)
            count, failing = self.browser.ask(CONTRASTS)
            self.assertGreater(count, 200)
            self.assertEqual(failing, [], scheme)

    def test_fits_a_phone(self):
        self.browser.resize(360, 740)
        self.open()
        self.browser.until("#tag-table", "order-")
        self.browser.click("#explain-new")
        self.browser.until("#explained", "seq")
        self.assertLessEqual(self.browser.ask("return document.documentElement.scrollWidth"), 360)
        if PICTURES:
            self.browser.ask("scrollTo(0, 0)")
            self.browser.picture(str(PICTURES / "console-phone.png"))

    def test_is_used_by_keyboard_alone(self):
        keys = lambda *all_of: ActionChains(self.browser.driver).send_keys(*all_of).perform()
        seen = []
        for _ in range(40):
            keys(Keys.TAB)
            now = self.browser.ask("const e = document.activeElement; return [e.id || e.getAttribute('href') || e.textContent,"
                                   " getComputedStyle(e).outlineStyle, e.matches(':focus-visible')]")
            self.assertNotEqual(now[1], "none", f"{now[0]} does not show that it has the focus")
            seen.append(now[0])
            if now[0] == "explain-id":
                break
        self.assertEqual(seen[:2], ["#overview", "show-token"])
        self.assertIn("tag-part", seen)
        keys("2407837855670862845", Keys.ENTER)
        self.browser.until("#explained", "max-peak")

    def test_keeps_the_focus_where_its_tables_are_filled_again(self):
        self.search("invoice")
        self.browser.until("#tag-table", "Raise")
        self.browser.ask("document.querySelector('#tag-table button').focus(); window.was = document.activeElement")
        self.browser.until_true("!window.was.isConnected")
        self.assertEqual(self.browser.ask("return document.activeElement.dataset.key"), "raise invoice")

    def test_names_all_for_screen_readers(self):
        self.browser.until("#tag-table", "Raise")
        self.assertEqual(self.browser.unnamed(), [])
        self.browser.click("#show-token")
        self.assertEqual(self.browser.unnamed(), [])

    def test_asks_nobody_else_and_is_not_kept_from_anything(self):
        self.browser.until("#event-table", "Z")
        origins = self.browser.ask("return [...new Set(performance.getEntriesByType('resource').map(e => new URL(e.name).origin))]")
        self.assertEqual([each for each in origins if each != "null"], [self.fleet.address])

    @unittest.skipUnless(PICTURES, "no folder for pictures")
    def test_is_pictured(self):
        self.browser.resize(1000, 720)
        self.open()
        self.browser.until("#event-table", "Z")
        self.browser.until_true("document.querySelector('#rates polyline[points]').getAttribute('points').split(' ').length > 15")
        self.browser.picture(str(PICTURES / "console-light.png"))
        self.browser.click("#explain-new")
        self.browser.until("#explained", "seq")
        self.browser.prefer("dark")
        self.browser.ask("document.getElementById('explain').scrollIntoView()")
        self.browser.picture(str(PICTURES / "console-explain.png"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
