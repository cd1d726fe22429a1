import type { Locator } from "@playwright/test";

/** Types the digits of a date or time field, in the order of its segments. */
export async function typeSegments(field: Locator, digits: string): Promise<void> {
  await field.getByRole("spinbutton").first().click();
  await field.page().keyboard.type(digits);
}
