// Who gets in, and who does not.

import { raiseAlert } from "./support/notify";
import { demo, expect, signIn, test } from "./support/test";

test("a page without a session leads to the sign-in, and after a wrong try back to the page", async ({
  page,
}) => {
  await page.goto("/alerts?tab=closed");
  await expect(page).toHaveURL(/\/sign-in/);
  for (const password of ["not the password", demo.password()]) {
    await page.getByLabel("Email").fill(demo.email());
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    if (password !== demo.password())
      await expect(page.getByText("Email and password do not fit")).toBeVisible();
  }
  await expect(page).toHaveURL(/\/alerts\?tab=closed$/);
});

test("a wrong password says so and lets nobody in", async ({ page }) => {
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(demo.email());
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Email and password do not fit")).toBeVisible();
  await page.goto("/");
  await expect(page).toHaveURL(/\/sign-in/);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the form signs in", async ({ page }) => {
    await signIn(page);
    await expect(page.getByRole("heading", { level: 1, name: "Now" })).toBeVisible();
  });
});

test("signing out ends the session, and what comes meanwhile is not read without one", async ({
  page,
  browser,
  session,
}) => {
  await signIn(page);
  const other = await browser.newContext({ baseURL: demo.url() });
  await other.addCookies(session);
  const hears = await other.newPage();
  await hears.goto("/alerts");
  // The session has ended and the next page has not come yet: then an alert is told to everybody.
  await page.route("**/api/auth/signout", async (route) => {
    const ended = await route.fetch();
    const { alertId } = await raiseAlert("HIGH");
    await expect(hears.locator(`a[href*="${alertId}"]`).first()).toBeVisible();
    await route.fulfill({ response: ended });
  });
  await page.getByRole("button", { name: /: menu$/ }).click();
  await page.getByRole("menuitem", { name: /Sign out/ }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  await other.close();
  await page.goto("/");
  await expect(page).toHaveURL(/\/sign-in/);
});

test("every page carries a policy with a nonce and no inline scripts", async ({ page }) => {
  const answer = await page.goto("/sign-in");
  const policy = answer?.headers()["content-security-policy"] ?? "";
  const scripts = policy.split(";").find((directive) => directive.trim().startsWith("script-src")) ?? "";
  expect(scripts).toMatch(/'nonce-[A-Za-z0-9+/=]+'/);
  expect(scripts).not.toContain("unsafe-inline");
  expect(policy).toContain("frame-ancestors");
  expect(answer?.headers()["x-content-type-options"]).toBe("nosniff");
  expect(answer?.headers()["referrer-policy"]).toBeTruthy();
});
