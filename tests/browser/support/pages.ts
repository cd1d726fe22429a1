import type { Page } from "@playwright/test";
import { ADMIN_PAGES } from "./admin-pages";
import { expect } from "./test";

/** Pages of people and admins whose addresses are known beforehand. */
export const PAGES = [
  "/",
  "/sites",
  "/alerts",
  "/alerts?tab=closed",
  "/areas",
  "/areas/Westland/Glasshouse%202/Zone%20B",
  "/compare",
  "/compare?area=Westland%23Glasshouse%202%23Zone%20A&area=Westland%23Glasshouse%202%23Zone%20B",
  "/queries",
  "/account",
  "/account/notices",
  "/handover",
  ...ADMIN_PAGES,
  "/admin/connect",
];

/** Waits until a page shows what it reads, not the skeletons of it. */
export async function untilRead(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(page.locator("[aria-busy=true]").filter({ hasText: /^(Reading|Loading)/ })).toHaveCount(0);
}
