// A growth job: its page, its name, how it is found, and what an area's head leads to.

import type { Page } from "@playwright/test";
import { expect, test } from "./support/test";

type Job = { jobId: string; name: string; givenName: string | null; areas: string[]; current: boolean };

async function jobsOf(page: Page, area = ""): Promise<Job[]> {
  const query = area === "" ? "" : `?area=${encodeURIComponent(area)}`;
  return ((await (await page.request.get(`/api/v1/jobs${query}`)).json()) as { items: Job[] }).items;
}

const hrefOf = ({ jobId }: Job) => `/jobs/${encodeURIComponent(jobId)}`;
const addressOf = (area: string) => `/areas/${area.split("#").map(encodeURIComponent).join("/")}`;

/** A current job with one before it in an area where nothing else grows. */
async function jobWithPast(page: Page): Promise<{ area: string; job: Job; before: Job }> {
  for (const job of (await jobsOf(page)).filter(({ current }) => current))
    for (const area of job.areas) {
      const here = await jobsOf(page, area);
      const before = here.find(({ jobId, current }) => jobId !== job.jobId && !current);
      if (before && here.filter(({ current }) => current).length === 1) return { area, job, before };
    }
  throw new Error("No job of the demonstration has one before it");
}

test("a job's page says where, since when and what grew before; its name is changed in its place and undone", async ({
  signedIn: page,
}) => {
  const { job, before } = await jobWithPast(page);
  await page.goto(hrefOf(job));
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(job.name);
  await expect(page.getByText("Day of crop")).toBeVisible();
  await expect(page.getByRole("slider", { name: /^Health: last/ })).toBeVisible();
  await expect(page.getByRole("link", { name: before.name }).first()).toBeVisible();

  await page.getByRole("button", { name: "Rename this crop" }).click();
  const field = page.getByRole("textbox", { name: "Name of this crop" });
  await expect(field).toHaveValue(job.name);
  await field.fill("Cucumbers, early");
  await page.keyboard.press("Enter");
  await expect(heading).toHaveText("Cucumbers, early");

  await page.goto("/compare?what=jobs");
  await page.getByRole("button", { name: "Choose growth jobs" }).click();
  await page.getByRole("combobox", { name: "Growth jobs" }).fill("cucumbers");
  await page.getByRole("option", { name: /Cucumbers, early/ }).click();
  await page.getByRole("button", { name: "Compare these" }).click();
  await page.getByRole("list", { name: "Growth jobs compared" }).getByRole("link").first().click();
  await expect(heading).toHaveText("Cucumbers, early");

  await page.getByRole("button", { name: "Rename this crop" }).click();
  await field.fill("Wrong");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(heading).toHaveText("Wrong");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(heading).toHaveText("Cucumbers, early");

  // Emptied, it is named by its place and first day again.
  await page.getByRole("button", { name: "Rename this crop" }).click();
  await field.fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(heading).toHaveText(job.name);
});

test("the search finds a job by its name and by a place in it", async ({ signedIn: page }) => {
  const { job, area } = await jobWithPast(page);
  await page.goto("/");
  await page.keyboard.press("/");
  for (const typed of [job.name, job.jobId]) {
    await page.locator(":focus").fill(typed);
    const found = page.getByRole("option", { name: job.name }).first();
    await expect(found).toBeVisible();
  }
  await page.keyboard.press("ArrowDown");
  const place = area.split("#").slice(-2).join(" › ");
  await page.locator(":focus").fill(place);
  await expect(page.getByText("Jobs", { exact: true })).toBeVisible();
  await page.locator(":focus").fill(job.jobId);
  await page.getByRole("option", { name: job.name }).first().click();
  await expect(page).toHaveURL(new RegExp(`${hrefOf(job)}$`));
});

test("an area's head compares with the last crop, exports, and prefills a query", async ({
  signedIn: page,
}) => {
  const { area, job, before } = await jobWithPast(page);
  await page.goto(addressOf(area));
  await expect(page.getByRole("button", { name: "Export" })).toBeVisible();
  await page.getByRole("link", { name: "Compare with last crop" }).click();
  const compared = page.getByRole("list", { name: "Growth jobs compared" });
  await expect(compared.getByText("Day 0:")).toHaveCount(2);
  await expect(compared).toContainText(job.name);
  await expect(compared).toContainText(before.name);

  await page.goto(addressOf(area));
  await page.getByRole("main").getByRole("link", { name: "Compare", exact: true }).click();
  await expect(page.getByRole("list", { name: "Areas compared" })).toContainText(
    area.split("#").at(-1) ?? "",
  );

  await page.goto(addressOf(area));
  await page.getByRole("link", { name: "Query", exact: true }).click();
  await expect(page.getByRole("button", { name: /^(Remove|Take) .*/ }).first()).toBeVisible();
  await expect(page).toHaveURL(/areas=/);
});

test("an area without a crop before says why; a phone has the same in a menu, and its plot begins high", async ({
  signedIn: page,
}) => {
  await page.goto("/areas/Westland/Glasshouse%201");
  const button = page.getByRole("button", { name: "Compare with last crop" });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription(/crop/);
  await button.press("Enter");
  await expect(
    page
      .getByText(/No (earlier )?crop|crops grow here/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();

  const { area } = await jobWithPast(page);
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto(addressOf(area));
  const plot = page.getByRole("slider", { name: /^Health: last/ });
  await expect(plot).toBeVisible();
  expect((await plot.boundingBox())?.y).toBeLessThan(300);
  await page.getByRole("button", { name: "More actions" }).click();
  for (const name of [/^Compare$/, /^Compare with last crop/, /^Query/, /^Export Excel/, /^Export CSV/])
    await expect(page.getByRole("menuitem", { name })).toBeVisible();
});
