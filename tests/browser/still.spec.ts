// Nothing moves under a thumb: news waits behind a bar until somebody asks for it.

import type { Page } from "@playwright/test";
import { closeAlert, raiseAlert } from "./support/notify";
import { untilRead } from "./support/pages";
import { movedPlaces, settlePlaces } from "./support/places";
import { expect, test, untilKeysWork } from "./support/test";

const bar = (page: Page) => page.getByRole("button", { name: /· Show$/ });
const rows = (page: Page) => page.locator("table tbody tr[data-alert]");

/** Shows what waits, until nothing does: the demonstration has news of its own. */
const showAll = (page: Page) =>
  expect(async () => {
    if (await bar(page).isVisible()) await bar(page).click({ timeout: 2_000 });
    await expect(bar(page)).toBeHidden({ timeout: 1_000 });
  }).toPass();

/** The zone of a placed open alert, and the job of that alert. */
async function placed(page: Page): Promise<{ path: string; jobId: string }> {
  const answer = await page.request.get("/api/v1/alerts?status=open&limit=100");
  const { items } = (await answer.json()) as { items: { jobId: string; areas: { path: string }[] }[] };
  const found = items.find(({ areas }) => areas.length > 0);
  if (!found?.areas[0]) throw new Error("The demonstration has no placed alert");
  return { jobId: found.jobId, path: found.areas[0].path.split("#").slice(0, -1).join("#") };
}

for (const [width, height] of [
  [375, 812],
  [1440, 1000],
] as const)
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height } });

    for (const where of ["/", "/alerts", "an area", "/handover"])
      test(`moves nothing on ${where} when alerts come and close, until it is asked for`, async ({
        signedIn: page,
      }) => {
        const { path, jobId } = await placed(page);
        const closing = await raiseAlert("HIGH", jobId);
        const listsClosed = where === "an area" || where === "/handover";
        const area = `/areas/${path.split("#").map(encodeURIComponent).join("/")}`;
        await page.goto(where === "an area" ? area : where);
        const list =
          where === "an area"
            ? page.getByRole("complementary", { name: "Alerts and crops" })
            : page.getByRole("main");
        const link = (alertId: string) => list.locator(`a[href*="${alertId}"]`).filter({ visible: true });
        await untilRead(page);
        // Its place may become known only after the page was drawn.
        await expect(async () => {
          await showAll(page);
          await expect(link(closing.alertId).first()).toBeVisible({ timeout: 1_000 });
        }).toPass();
        await settlePlaces(page);
        const armed = page.evaluate(
          () =>
            new Promise<string>((resolve) => {
              const look = () => {
                const found = [...document.querySelectorAll("button")].find((one) =>
                  one.textContent?.endsWith("Show"),
                );
                if (found) resolve(getComputedStyle(found).pointerEvents);
                else requestAnimationFrame(look);
              };
              look();
            }),
        );
        const raised = await raiseAlert("HIGH", jobId);
        await closeAlert(closing);
        await expect(bar(page)).toHaveText(/\d+ new, \d+ (closed|gone|changed)/);
        // A thumb on its way to what lies under the bar does not hit the bar.
        expect(await armed).toBe("none");
        expect(await movedPlaces(page)).toEqual([]);
        await expect(link(raised.alertId)).toHaveCount(0);

        await bar(page).click();
        await expect(link(raised.alertId).first()).toBeVisible();
        await expect(link(closing.alertId)).toHaveCount(listsClosed ? 1 : 0);
        await showAll(page);
      });
  });

test("shows the person's own act at once, and not as news", async ({ signedIn: page }) => {
  const { jobId } = await raiseAlert("HIGH");
  const second = await raiseAlert("MEDIUM", jobId);
  await page.goto(`/alerts?job=${jobId}`);
  await expect(rows(page)).toHaveCount(2);
  await untilKeysWork(page);
  const third = await raiseAlert("LOW", jobId);
  await expect(bar(page)).toHaveText(/^1 new ·/);
  for (const key of ["j", "a"]) await page.keyboard.press(key);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toHaveAttribute("data-alert", second.alertId);
  await expect(bar(page)).toHaveText(/^1 new ·/);
  await bar(page).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.locator(`tr[data-alert="${third.alertId}"]`)).toBeVisible();
});

test("undoes by z the act that was just asked for, before its answer", async ({ signedIn: page }) => {
  const { jobId, alertId } = await raiseAlert("HIGH");
  const second = await raiseAlert("MEDIUM", jobId);
  await page.goto(`/alerts?job=${jobId}`);
  await expect(rows(page)).toHaveCount(2);
  await untilKeysWork(page);
  for (const key of ["j", "a"]) await page.keyboard.press(key);
  await expect(rows(page)).toHaveCount(1);
  for (const key of ["a", "z"]) await page.keyboard.press(key);
  await expect(page.getByText("Undone")).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toHaveAttribute("data-alert", second.alertId);
  await page.goto(`/alerts?tab=acknowledged&job=${jobId}`);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toHaveAttribute("data-alert", alertId);
});

test("keeps rows where they are when a colleague acknowledges one", async ({ signedIn: page, context }) => {
  const { alertId } = await raiseAlert("HIGH");
  await page.goto("/");
  const link = page.locator(`main a[href*="${alertId}"]:visible`).first();
  await expect(link).toBeVisible();
  await settlePlaces(page);
  const other = await context.newPage();
  await other.goto(`/alerts/${alertId}`);
  await other.getByRole("button", { name: "Acknowledge", exact: true }).click();
  const row = page.getByRole("row").filter({ has: link });
  await expect(row.getByRole("button", { name: "Acknowledge" })).toHaveCount(0);
  expect(await movedPlaces(page)).toEqual([]);
  await other.close();
});
