// The demonstration, signed in to with the credentials that it prints.

import { expect, test } from "./support/test";

test("shows open alerts on Now, and a new signed alert within a minute without a reload", async ({
  signedIn: page,
}) => {
  test.setTimeout(150_000);
  await page.goto("/");
  const table = page.getByRole("table").first();
  await expect(table.getByRole("row").nth(4)).toBeVisible({ timeout: 60_000 });
  const newest = async () => {
    const answer = await page.request.get("/api/v1/alerts?status=open&limit=1");
    return ((await answer.json()) as { items: { alertId: string; lastEventAt: string }[] }).items[0];
  };
  const before = await newest();
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await expect
    .poll(async () => (await newest())?.alertId, { timeout: 75_000, intervals: [500] })
    .not.toBe(before?.alertId);
  const arrived = await newest();
  // From the API to the open page in two seconds, without a reload; its row waits until it is asked for.
  const news = page.getByRole("button", { name: /· Show$/ });
  await expect(news).toBeVisible({ timeout: 2_000 });
  await news.click();
  await expect(page.locator(`a[href*="${arrived?.alertId}"]`).first()).toBeAttached();
  expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
});

test("updates the site clock every minute", async ({ signedIn: page }) => {
  test.setTimeout(150_000);
  await expect.poll(() => 60_000 - (Date.now() % 60_000), { timeout: 45_000 }).toBeLessThan(25_000);
  await page.goto("/");
  const strip = page.getByRole("region", { name: "Freshness of this page" });
  await expect(strip).toContainText("Site time");
  const turn = Math.ceil(Date.now() / 60_000) * 60_000;
  const time = new Intl.DateTimeFormat("en-GB", {
    timeZone: "Europe/Amsterdam",
    hour: "2-digit",
    minute: "2-digit",
  }).format(turn);
  const timeout = turn - Date.now() + 5_000;
  await expect(strip).toContainText(new RegExp(`Site time.*${time} Amsterdam`), { timeout });
});

test("shows a thirty-day chart of an area", async ({ signedIn: page }) => {
  test.setTimeout(180_000);
  await expect
    .poll(
      async () => {
        const to = new Date();
        const from = new Date(to.getTime() - 30 * 86_400_000);
        const query = `area=Westland&index=HEALTH&resolution=day&from=${from.toISOString()}&to=${to.toISOString()}`;
        const answer = (await (await page.request.get(`/api/v1/series?${query}`)).json()) as {
          series?: { points: unknown[] }[];
        };
        return answer.series?.[0]?.points.length ?? 0;
      },
      { timeout: 120_000, intervals: [1_000] },
    )
    .toBeGreaterThanOrEqual(29);
  await page.goto("/areas/Westland?range=30d");
  const health = page.getByRole("region", { name: "Health", exact: true });
  await expect(health.locator("canvas, path.recharts-curve").first()).toBeVisible();
  const chart = health.getByRole("slider");
  const span =
    Number(await chart.getAttribute("aria-valuemax")) - Number(await chart.getAttribute("aria-valuemin"));
  expect(span / 86_400_000).toBeCloseTo(30, 0);
  await page.getByRole("button", { name: "Table" }).click();
  // The click loads its script; the time on a busy machine is no promise.
  await expect(health.getByRole("row").nth(25)).toBeAttached({ timeout: 60_000 });
});
