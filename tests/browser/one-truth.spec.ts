// Pages that show the same fact agree.

import type { Page } from "@playwright/test";
import { raiseAlert } from "./support/notify";
import { expect, test, untilKeysWork } from "./support/test";

/** The number behind a link: "Alerts 20 to acknowledge". */
const countIn = async (page: Page, navigation: string, link: RegExp) => {
  const text = await page
    .getByRole("navigation", { name: navigation })
    .getByRole("link", { name: link })
    .textContent();
  return Number(/\d+/.exec(text ?? "")?.[0]);
};

test("counts the same in the bar and in the first tab of the inbox, before and after an acknowledgement", async ({
  signedIn: page,
}) => {
  await raiseAlert();
  await page.goto("/alerts");
  const both = async () => [
    await countIn(page, "Pages", /^Alerts/),
    await countIn(page, "Which alerts", /^To acknowledge/),
  ];
  const isSame = async () => {
    const [bar, tab] = await both();
    return bar !== undefined && bar > 0 && bar === tab;
  };
  await expect.poll(isSame).toBe(true);
  await untilKeysWork(page);
  await page.keyboard.press("j");
  await page.keyboard.press("a");
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await expect.poll(isSame).toBe(true);
});

test("shows the age of an alert and of its severity by one clock", async ({ signedIn: page }) => {
  const { alertId } = await raiseAlert();
  await page.clock.install();
  await page.goto(`/alerts/${alertId}`);
  const facts = () =>
    page.evaluate(() => {
      const cells = [...document.querySelectorAll("dl > div")];
      const textOf = (cell: Element, what: string) => cell.querySelector(what)?.textContent ?? "";
      return Object.fromEntries(cells.map((cell) => [textOf(cell, "dt"), textOf(cell, "dd")]));
    });
  await expect.poll(async () => (await facts())["Open for"]).toMatch(/ s$/);
  for (let turn = 0; turn < 4; turn += 1) {
    await page.clock.runFor(7_000);
    const { "Open for": open, "LOW for": low } = await facts();
    expect(open).toBe(low);
  }
});
