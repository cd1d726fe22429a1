// Data health: complete stretches, a period that is fetched again, and the days of each area.

import { typeSegments } from "./support/segments";
import { expect, test } from "./support/test";

test("fetches a period again, shows its progress, and audits who requested it", async ({
  signedIn: page,
}) => {
  test.setTimeout(120_000);
  await page.goto("/admin/health");
  const indices = page.getByRole("region", { name: "Indices: what is fetched" });
  await expect(indices.getByRole("img", { name: /is complete/ })).toBeVisible();
  await page.getByRole("button", { name: "Fetch a period again" }).click();
  const form = page.getByRole("dialog", { name: "Fetch a period again" });
  const to = form.getByRole("group", { name: "To", exact: true });
  const digits = ((await to.textContent()) ?? "").replaceAll(/\D/g, "").slice(0, 10);
  const earlier = `${digits.slice(0, 4)}1999${digits.slice(8)}`;
  await typeSegments(to, earlier);
  await form.getByRole("button", { name: "Fetch again" }).click();
  await expect(form).toContainText("It has to begin before it ends.");
  await typeSegments(to, digits);
  await form.getByRole("button", { name: "Fetch again" }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText("Requested. It is fetched after the newest hours.")).toBeVisible();
  const waiting = async () => {
    const { types } = (await (await page.request.get("/api/v1/sync")).json()) as {
      types: { asks: { reason: string }[] }[];
    };
    return types.flatMap(({ asks }) => asks).filter(({ reason }) => reason === "request").length;
  };
  await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
  await expect(indices.getByText("Requested by", { exact: false })).toHaveCount(0);
  await page.goto("/admin/audit");
  await expect(page.getByText("sync: refetch asked").first()).toBeVisible();
});

test("reads days by keyboard, shows the indices of an area, and switches to the table", async ({
  signedIn: page,
}) => {
  await page.goto("/admin/health");
  const coverage = page.getByRole("region", { name: "Coverage" });
  const row = coverage.getByRole("button", { name: /: measured \d+ %, interpolated/ }).first();
  await row.focus();
  const said = coverage.getByText(/^Point at a day|^.+, \w{3} \d+ \w{3}: /).first();
  await page.keyboard.press("End");
  await expect(said).toHaveText(/^.+, \w{3} \d+ \w{3}: measured/);
  const last = (await said.textContent()) ?? "";
  await page.keyboard.press("ArrowLeft");
  await expect(said).not.toHaveText(last);
  await page.keyboard.press("ArrowDown");
  await expect(row).not.toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(row).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(row).toHaveAttribute("aria-expanded", "true");
  await expect(
    coverage.getByRole("listitem").filter({ hasText: "Light-use efficiency" }).first(),
  ).toBeVisible();
  await coverage.getByText("Table", { exact: true }).click();
  await expect(coverage.getByRole("columnheader", { name: "Days without readings" })).toBeVisible();
  // The selection is in the address, so that it survives a reload and can be shared.
  await expect(page).toHaveURL(/[?&]view=table/);
  await page.reload();
  await expect(coverage.getByRole("columnheader", { name: "Days without readings" })).toBeVisible();
});
