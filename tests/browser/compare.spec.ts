// The compare page: choosing by typing and in the tree, changing the reference, the table, zooming by keyboard, downloads.

import { readFileSync } from "node:fs";
import { readWorkbook } from "../support/workbook";
import { expect, test } from "./support/test";

test("chooses two areas, changes the reference, reads, zooms and saves the values", async ({
  signedIn: page,
}) => {
  await page.goto("/compare");
  await page.getByRole("button", { name: "Choose areas" }).click();
  await page.getByRole("combobox", { name: "Control areas" }).fill("glasshouse 2 zone a");
  await page.getByRole("option").first().click();
  // Choose the other one in the tree, by keyboard.
  for (const [name, key] of [
    ["Westland", "ArrowRight"],
    ["Glasshouse 2", "ArrowRight"],
    ["Zone B", "Space"],
  ] as const) {
    await page.getByRole("treeitem", { name }).first().focus();
    await page.keyboard.press(key);
  }
  await page.getByRole("button", { name: "Compare these" }).click();
  await expect(page).toHaveURL(/area=.+&area=.*Zone\+?(%20)?B/);

  await page.getByRole("button", { name: "Add, up to 6" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  const cards = page.getByRole("list", { name: "Areas compared" });
  const first = cards.getByRole("button", { name: /Zone A/ });
  const second = cards.getByRole("button", { name: /Zone B/ });
  await expect(first).toHaveAttribute("aria-pressed", "true");
  await second.click();
  await expect(second).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("heading", { name: "Where B differs" })).toBeVisible();
  await page.getByText("Difference to B").click();
  const chart = page.getByRole("slider", {
    name: /^Health, difference to B of A Westland › .*, B Westland › /,
  });
  await chart.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await expect(chart).toHaveAttribute("aria-valuetext", /: A [+−–]?[\d.]*, B 0\.0 Fv\/Fm index/);

  await page.keyboard.press("+");
  await expect(page).toHaveURL(/from=\d+&to=\d+/);
  await chart.focus();
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/from=/);

  await page.getByRole("button", { name: "Table" }).click();
  await expect(page.getByRole("region", { name: /Health, difference to B, all values/ })).toContainText(
    "0.0",
  );
  await expect(
    page.getByRole("region", { name: /Daily light integral, difference to B, all values/ }),
  ).toContainText("0.0");

  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  await page.getByRole("menuitem", { name: /CSV/ }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^leafwatch-compare-health-dli-\d{4}-\d\d-\d\d\.csv$/);
  const lines = readFileSync(await file.path(), "utf8")
    .trimEnd()
    .split("\n");
  expect(lines[0]).toBe(
    "letter,area,index,unit,time_utc,time_site,day_of_crop,begun_before,mean,lowest,highest,count,interpolated_share,difference_to_B",
  );
  expect(lines.filter((line) => line.startsWith("A,Westland#Glasshouse 2#Zone A"))).not.toEqual([]);
  expect(lines.find((line) => line.startsWith("B,"))).toMatch(
    /,\d{4}-\d\d-\d\dT\d\d:00:00Z,.*[+]0[12]:00,,.*,0$/,
  );
  expect(lines.filter((line) => /^[AB],[^,]*,DLI,/.test(line))).not.toEqual([]);

  const savedBook = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  await page.getByRole("menuitem", { name: /Excel/ }).click();
  const book = await savedBook;
  expect(book.suggestedFilename()).toMatch(/^leafwatch-compare-health-dli-\d{4}-\d\d-\d\d\.xlsx$/);
  const [sheet, about] = readWorkbook(readFileSync(await book.path()));
  expect(sheet?.rows[0]?.slice(1, 4)).toEqual([
    "UTC offset",
    expect.stringMatching(/^Health, A .*\(Fv\/Fm index\)$/),
    expect.stringMatching(/^Health, B /),
  ]);
  // A value a line in the CSV is a cell here.
  const values = sheet?.rows.slice(1).flatMap((row) => row.slice(2).filter((cell) => cell !== null));
  expect(values).toHaveLength(lines.length - 1);
  expect(about?.name).toBe("About");
});

test("aligns jobs by day of crop, rejects a seventh with the reason, saves the chart as a picture", async ({
  signedIn: page,
}) => {
  await page.goto("/compare?what=jobs");
  await page.getByRole("button", { name: "Choose growth jobs" }).click();
  const field = page.getByRole("combobox", { name: "Growth jobs" });
  for (let count = 0; count < 7; count++) {
    await field.click();
    await page.getByRole("option").first().click();
  }
  await expect(page.getByRole("dialog")).toContainText("would be the seventh");
  await page.getByRole("button", { name: "Compare these" }).click();
  await expect(page.getByRole("list", { name: "Growth jobs compared" }).getByText("Day 0:")).toHaveCount(6);
  await expect(page.getByRole("slider", { name: /^Health of .*day 0 to day \d+/ })).toBeVisible();
  await expect(
    page.getByRole("slider", { name: /^Daily light integral of .*day 0 to day \d+/ }),
  ).toBeVisible();

  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  await page.getByRole("menuitem", { name: /PNG/ }).click();
  const picture = readFileSync(await (await saved).path());
  expect(picture.subarray(1, 4).toString("latin1")).toBe("PNG");
  expect(picture.readUInt32BE(16)).toBeGreaterThan(1_000);
  // Both charts, 300 and 220 pixels high, at two pixels each.
  expect(picture.readUInt32BE(20)).toBeGreaterThan(1_200);
});

test("hatches a job of unknown start at day 0, also when zoomed, and none by calendar", async ({
  signedIn: page,
}) => {
  const { items } = (await (await page.request.get("/api/v1/jobs")).json()) as {
    items: { jobId: string; begunBefore: boolean }[];
  };
  const early = items.find(({ begunBefore }) => begunBefore);
  const other = items.find(({ begunBefore }) => !begunBefore);
  if (!early) throw new Error("No job of the demonstration begins with its history");
  const jobs = [other, early].flatMap((one) => (one ? [`job=${encodeURIComponent(one.jobId)}`] : []));
  const letter = other ? "B" : "A";
  await page.goto(`/compare?what=jobs&${jobs.join("&")}`);
  const hatches = page.locator(`[data-unknown-start="${letter}"]`);
  await expect(hatches.first()).toBeVisible();
  await expect(page.getByText(`${letter} may have begun before day 0`).first()).toBeVisible();
  const chart = page.getByRole("slider", { name: /^Health of / });
  await chart.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("+");
  await expect(page).toHaveURL(/from=\d+&to=\d+/);
  await expect(hatches.first()).toBeVisible();
  await page.goto(`/compare?what=jobs&by=calendar&${jobs.join("&")}`);
  await expect(chart).toBeVisible();
  await expect(hatches).toHaveCount(0);
});
