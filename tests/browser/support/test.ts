// Fixtures of page tests: any error or warning in the browser's console fails the test, as does an uncaught error.

import { test as base, type Cookie, expect, type Page } from "@playwright/test";
import { PREFERENCE_COOKIES } from "@/lib/web/preferences/contract";
import { demo, untilDemonstrated } from "./demonstration";

export { demo, expect };

type Fixtures = {
  /** Console messages that this test expects, for example of a 403. */
  expectedComplaints: RegExp[];
  /** An empty page, signed in as the demonstration's admin. */
  signedIn: Page;
};

/** Options of a project of playwright.config.ts. */
export type ProjectOptions = {
  /** True if its tests wait for the demonstration. */
  looksAtDemonstration: boolean;
};

type WorkerFixtures = ProjectOptions & {
  /** Resolves once the demonstration runs. */
  demonstrated: undefined;
  session: Cookie[];
};

export const test = base.extend<Fixtures, WorkerFixtures>({
  looksAtDemonstration: [true, { option: true, scope: "worker" }],
  demonstrated: [
    async ({ looksAtDemonstration }, use) => {
      if (looksAtDemonstration) await untilDemonstrated();
      await use(undefined);
    },
    { scope: "worker", auto: true, timeout: 600_000 },
  ],
  session: [
    async ({ browser, demonstrated: _ }, use) => {
      const context = await browser.newContext({ baseURL: demo.url() });
      await signIn(await context.newPage());
      // Tests look for single alerts; those of groups choose for themselves.
      await context.addCookies([{ name: PREFERENCE_COOKIES.group, value: "none", url: demo.url() }]);
      const cookies = await context.cookies();
      await context.close();
      await use(cookies);
    },
    { scope: "worker" },
  ],
  expectedComplaints: [[], { option: true }],
  page: async ({ page, expectedComplaints, javaScriptEnabled }, use) => {
    const goto = page.goto.bind(page);
    page.goto = async (url, options) => {
      const answer = await goto(url, options);
      if (javaScriptEnabled !== false) await awake(page);
      return answer;
    };
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type()))
        complaints.push(`${message.text()} ${message.location().url}`);
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    await use(page);
    // A request that a test routes may still be in flight when the test ends.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    expect(complaints.filter((text) => !expectedComplaints.some((pattern) => pattern.test(text)))).toEqual(
      [],
    );
  },
  signedIn: async ({ page, context, session }, use) => {
    await context.addCookies(session);
    await use(page);
  },
});

/**
 * Waits for hydration: a click on server-rendered markup before it is lost. A page that never hydrates
 * is left for the test to judge.
 */
export async function awake(page: Page): Promise<void> {
  const answers = () =>
    [...document.querySelectorAll("a, button, [role=slider]")].every((one) =>
      Object.keys(one).some((key) => key.startsWith("__reactProps")),
    );
  await page.waitForFunction(answers, undefined, { timeout: 10_000 }).catch(() => undefined);
}

/** Rows are visible before hydration: clicks again, as a person does. */
export async function untilKeysWork(page: Page): Promise<void> {
  const help = page.getByRole("dialog");
  await expect(async () => {
    await page.keyboard.press("?");
    await expect(help).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
}

/** Signs in through the form. */
export async function signIn(page: Page, email = demo.email(), password = demo.password()): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
}

/** Horizontal overflow of the page in pixels. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
