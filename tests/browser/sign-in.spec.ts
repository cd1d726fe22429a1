// Signing in and out, sessions, and access to pages.

import { type Page, request } from "@playwright/test";
import { raiseAlert } from "./support/notify";
import { awake, demo, expect, signIn, test } from "./support/test";
import { totpCode } from "./support/totp";

test("redirects to the sign-in without a session, and back to the page even after a wrong try", async ({
  page,
}) => {
  await page.goto("/alerts?tab=closed");
  await expect(page).toHaveURL(/\/sign-in/);
  for (const password of ["not the password", demo.password()]) {
    await page.getByLabel("Email").fill(demo.email());
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    if (password !== demo.password()) {
      await expect(page.getByText("Wrong email or password")).toBeVisible();
      // The e-mail is restored for the next try: typed before that, it would appear twice.
      await expect(page.getByLabel("Email")).toHaveValue(demo.email());
    }
  }
  await expect(page).toHaveURL(/\/alerts\?tab=closed$/);
});

test("reports a wrong password and denies access", async ({ page }) => {
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(demo.email());
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Wrong email or password")).toBeVisible();
  await page.goto("/");
  await expect(page).toHaveURL(/\/sign-in/);
});

test.describe("in the pseudo-language", () => {
  test.use({ locale: "en-XA", viewport: { width: 375, height: 812 } });

  test("has no word that is not a message, and room for longer ones", async ({ page }) => {
    await page.goto("/sign-in");
    await expect(page.locator("html")).toHaveAttribute("lang", "en-XA");
    await expect(page.getByLabel("⟦Émáíl")).toBeVisible();
    const bare = await page.locator("main").evaluate((main) => {
      const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      while (texts.nextNode()) found.push(texts.currentNode.textContent?.trim() ?? "");
      return found.filter((text) => text !== "" && !/^⟦.*⟧$/.test(text));
    });
    expect(bare).toEqual(["Leafwatch", new URL(page.url()).host]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  });
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("signs in", async ({ page }) => {
    await signIn(page);
    await expect(page.getByRole("heading", { level: 1, name: "Now" })).toBeVisible();
  });
});

test("recognises a known browser after signing out", async ({ page }) => {
  const device = async () => (await page.context().cookies()).find(({ name }) => name === "leafwatch-device");
  await page.goto("/sign-in");
  expect(await device()).toBeUndefined();
  await signIn(page);
  const first = await device();
  expect(first).toMatchObject({ httpOnly: true, sameSite: "Lax" });
  await page.getByRole("button", { name: /: menu$/ }).click();
  await page.getByRole("menuitem", { name: /Sign out/ }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  expect((await device())?.value).toBe(first?.value);
});

test("ends the session on sign-out, and reads no later events without one", async ({
  page,
  browser,
  session,
}) => {
  await signIn(page);
  const other = await browser.newContext({ baseURL: demo.url() });
  await other.addCookies(session);
  const hears = await other.newPage();
  await hears.goto("/alerts");
  // The session has ended but the next page is not loaded yet when an alert is published.
  await page.route("**/api/auth/signout", async (route) => {
    const ended = await route.fetch();
    const { alertId } = await raiseAlert("HIGH");
    await hears.getByRole("button", { name: /\d+ new.* · Show$/ }).click();
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

test.describe("a session that ends while a note is being written", () => {
  test.use({ expectedComplaints: [/status of 401|ERR_FAILED/] });

  test("is reported at once, and the typed text survives the sign-in", async ({ page }) => {
    const { alertId } = await raiseAlert("HIGH");
    await signIn(page);
    await page.goto(`/alerts/${alertId}`);
    const note = page.getByRole("textbox", { name: /note/i });
    await note.fill("Looked at the pump: nothing to see.");
    await endSessionOf(page);
    await signInBeside(page);
    await expect(note).toHaveValue("Looked at the pump: nothing to see.");
    // The page gets no event of the end: the act finds out.
    await page.route("**/api/v1/events", (route) => route.abort());
    await page.reload();
    await expect(note).toHaveValue("Looked at the pump: nothing to see.");
    await note.fill("The filter was clogged.");
    await endSessionOf(page);
    await page.getByRole("button", { name: "Save the note" }).click();
    await signInBeside(page);
    await expect(note).toHaveValue("The filter was clogged.");
    await page.getByRole("button", { name: "Save the note" }).click();
    await expect(note).toHaveValue("");
    await expect(page.getByText("The filter was clogged.")).toBeVisible();
  });
});

/** Ends the session like an admin, a new password or another device does, unknown to the page. */
async function endSessionOf(page: Page): Promise<void> {
  const elsewhere = await request.newContext({
    baseURL: demo.url(),
    storageState: await page.context().storageState(),
  });
  const { csrfToken } = await (await elsewhere.get("/api/auth/csrf")).json();
  await elsewhere.post("/api/auth/signout", { form: { csrfToken, callbackUrl: "/sign-in", json: "true" } });
  await elsewhere.dispose();
}

/** Signs in from the page that reports the sign-out. */
async function signInBeside(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "You were signed out" });
  await expect(dialog).toBeVisible();
  await expect(page.getByText("Cannot see")).toBeHidden();
  const opened = page.waitForEvent("popup");
  await dialog.getByRole("link", { name: "Sign in" }).click();
  const tab = await opened;
  await tab.getByLabel("Email").fill(demo.email());
  await tab.getByLabel("Password", { exact: true }).fill(demo.password());
  await tab.getByRole("button", { name: "Sign in" }).click();
  await expect(dialog).toBeHidden();
}

test("sends a policy with a nonce and without inline scripts on every page", async ({ page }) => {
  const answer = await page.goto("/sign-in");
  const policy = answer?.headers()["content-security-policy"] ?? "";
  const scripts = policy.split(";").find((directive) => directive.trim().startsWith("script-src")) ?? "";
  expect(scripts).toMatch(/'nonce-[A-Za-z0-9+/=]+'/);
  expect(scripts).not.toContain("unsafe-inline");
  expect(policy).toContain("frame-ancestors");
  expect(answer?.headers()["x-content-type-options"]).toBe("nosniff");
  expect(answer?.headers()["referrer-policy"]).toBeTruthy();
});

test.describe("with a code of an app", () => {
  test("asks for a code after the password, also without script, and accepts a recovery code", async ({
    signedIn: page,
    browser,
  }) => {
    const email = `code-${Date.now()}@example.com`;
    const guest = await browser.newContext({ baseURL: demo.url() });
    const there = await guest.newPage();
    await there.goto(new URL(await invite(page, email)).pathname);
    await awake(there);
    await there.getByLabel("Your name").fill("Code");
    await there.getByLabel("Password").fill(PASSWORD);
    await there.getByRole("button", { name: "Join" }).click();
    await expect(there).toHaveURL(/\/sign-in$/);
    // The page fills in the e-mail by itself, which must not coincide with typing.
    await expect(there.getByLabel("Email")).toHaveValue(email);
    await enter(there, email);
    await there.goto("/areas/Westland/Glasshouse%202/Zone%20B");
    await expect(there.getByRole("button", { name: "Pin a note" })).toBeVisible();
    // They may see the name of an ancestor of their area, but write nothing there.
    await there.goto("/areas/Westland/Glasshouse%202");
    await expect(there.getByRole("heading", { name: "Notes" })).toBeVisible();
    await expect(there.getByRole("button", { name: "Pin a note" })).toBeHidden();
    await there.goto("/account");
    const dialog = there.getByRole("dialog");
    await expect(async () => {
      if (!(await dialog.isVisible())) await there.getByRole("button", { name: "Turn on" }).click();
      await expect(dialog).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await dialog.getByLabel("Your password").fill(PASSWORD);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog.getByRole("img", { name: "QR code of the key" })).toBeVisible();
    const key = ((await dialog.locator("code").textContent()) ?? "").replaceAll(" ", "");
    await dialog.getByRole("textbox", { name: "Code" }).fill(totpCode(key, Math.floor(Date.now() / 30_000)));
    await dialog.getByRole("button", { name: "Turn on" }).click();
    const code = (await dialog.getByRole("listitem").first().textContent()) ?? "";
    await dialog.getByRole("button", { name: "I have saved them" }).click();
    await guest.close();

    const plain = await browser.newContext({ baseURL: demo.url(), javaScriptEnabled: false });
    const form = await plain.newPage();
    await form.goto("/sign-in?callbackUrl=%2Falerts");
    await enter(form, email);
    await form.getByLabel("Code").fill("000000");
    await form.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(form.getByText("This code is wrong or has been used")).toBeVisible();
    await form.getByLabel("Code").fill(code);
    await form.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(form).toHaveURL(/\/alerts$/);
    await plain.close();
  });
});

test("does not redirect to another site after signing in", async ({ page }) => {
  await page.goto("/sign-in?callbackUrl=%2F.%2F%2Fevil.example");
  await page.getByLabel("Email").fill(demo.email());
  await page.getByLabel("Password", { exact: true }).fill(demo.password());
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Now" })).toBeVisible();
});

const PASSWORD = "a long enough password";

/** Invites a grower of Zone B; returns the link. */
async function invite(page: Page, email: string): Promise<string> {
  await page.goto("/admin/users");
  const dialog = page.getByRole("dialog");
  await expect(async () => {
    if (!(await dialog.isVisible())) await page.getByRole("button", { name: "Invite a user" }).click();
    await expect(dialog).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByText("Some control areas").click();
  await dialog.getByRole("combobox", { name: /Control areas/ }).fill("Zone B");
  await page.getByRole("option", { name: /Glasshouse 2 › Zone B$/ }).click();
  await dialog.getByRole("button", { name: "Make the link" }).click();
  return (await dialog.locator("code").textContent()) ?? "";
}

async function enter(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByLabel("Password", { exact: true })).toBeHidden();
}
