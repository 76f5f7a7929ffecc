"""Debian's Chromium, and what is asked of a page."""
import tempfile

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait

# The least contrast between each text and what is behind it, with the text; the size of a text sets what it needs (WCAG 2.2, 1.4.3).
CONTRASTS = """
const rgb = (text) => text.match(/[0-9.]+/g).map(Number);
const light = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
  .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
function behind(element) {
  for (let at = element; at; at = at.parentElement) {
    const colour = rgb(getComputedStyle(at).backgroundColor);
    if (colour.length === 3 || colour[3] > 0) return colour;
  }
  return [255, 255, 255];
}
const failing = [];
const texts = [...document.body.querySelectorAll('*')].filter((each) => each.checkVisibility() &&
  [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()) && !each.closest('script, style'));
for (const each of texts) {
  const style = getComputedStyle(each);
  const colour = rgb(each.namespaceURI.endsWith('svg') ? style.fill : style.color);
  const [high, low] = [light(colour), light(behind(each))].sort((a, b) => b - a);
  const ratio = (high + 0.05) / (low + 0.05);
  const size = parseFloat(style.fontSize);
  const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
  if (ratio < (large ? 3 : 4.5)) failing.push(`${ratio.toFixed(2)} ${each.tagName} ${each.className} ${each.textContent.slice(0, 40)}`);
}
return [texts.length, failing];
"""


class Browser:
    def __init__(self):
        self.profile = tempfile.TemporaryDirectory(prefix="vesta-chromium-")
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for each in ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                     "--disable-background-networking", "--disable-component-update", "--disable-sync",
                     "--user-data-dir=" + self.profile.name):
            options.add_argument(each)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
        self.resize(1280, 900)

    def resize(self, width, height):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})

    def prefer(self, scheme):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})

    def ask(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def text(self, selector):
        return self.ask("return document.querySelector(arguments[0]).innerText", selector)

    def until(self, selector, words):
        """Waits until an element's text has these words."""
        has = lambda _: words in self.text(selector)
        WebDriverWait(self.driver, 60, 0.05).until(has, f"{selector} never said {words}; it says:\n{self.text(selector)}")

    def until_true(self, expression):
        WebDriverWait(self.driver, 60, 0.05).until(lambda _: self.ask(f"return {expression}"), f"never true: {expression}")

    def click(self, selector):
        self.ask("arguments[0].scrollIntoView({block: 'center'})", self.find(selector))
        self.find(selector).click()

    def click_at_once(self, selector):
        """For what is made anew now and then, as the rows of tables."""
        self.ask("document.querySelector(arguments[0]).click()", selector)

    def enter(self, selector, text):
        self.find(selector).clear()
        self.find(selector).send_keys(text)

    def enter_choice(self, selector, text):
        Select(self.find(selector)).select_by_visible_text(text)

    def log(self):
        """What the console said since the last time."""
        return [f"{each['level']} {each['message']}" for each in self.driver.get_log("browser")]

    def unnamed(self):
        """Controls and images without a name for a screen reader."""
        nodes = self.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        wanted = {"button", "textbox", "searchbox", "combobox", "link", "img", "image", "region", "dialog"}
        return [node["role"]["value"] for node in nodes if not node["ignored"] and node["role"]["value"] in wanted
                and not node.get("name", {}).get("value")]

    def requests(self):
        """Path and milliseconds of each request to the API since the page was opened."""
        return self.ask("return performance.getEntriesByType('resource').filter(e => e.name.includes('/v1/')).map(e => "
                        "[new URL(e.name).pathname + (e.name.includes('search=') ? '?search' : ''), e.responseEnd - e.requestStart])")

    def picture(self, path):
        self.driver.save_screenshot(path)

    def end(self):
        self.driver.quit()
        self.profile.cleanup()
