// Invitations and their roles.

import { typeSegments } from "./support/segments";
import { expect, test } from "./support/test";

test("invites a user with the chosen role, and closes the list after the choice", async ({
  signedIn: page,
}) => {
  await page.goto("/admin/users");
  const dialog = page.getByRole("dialog", { name: "Invite a user" });
  for (const role of ["Viewer", "Grower", "Admin"]) {
    const email = `${role.toLowerCase()}-${Date.now()}@example.com`;
    await page.getByRole("button", { name: "Invite a user" }).click();
    await dialog.getByLabel("Email").fill(email);
    await dialog.getByRole("button", { name: /Role$/ }).click();
    await page.getByRole("option", { name: role }).click();
    await expect(page.getByRole("listbox")).toBeHidden();
    await expect(dialog.getByRole("button", { name: `${role} Role` })).toBeVisible();
    await dialog.getByRole("button", { name: "Make the link" }).click();
    // Of several links in a row, each says whose it is.
    await expect(page.getByRole("dialog", { name: `Invitation for ${email}` })).toBeVisible();
    await page.getByRole("button", { name: "I have saved it" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(
      page.getByRole("row", { name: email }).getByRole("cell", { name: role, exact: true }),
    ).toBeVisible();
  }
});

test("changes an email and deletes the person, each after a dialog that says what ends", async ({
  signedIn: page,
}) => {
  const [former, email] = [`former-${Date.now()}@example.com`, `changed-${Date.now()}@example.com`];
  await page.goto("/admin/users");
  await page.getByRole("button", { name: "Invite a user" }).click();
  const invitation = page.getByRole("dialog", { name: "Invite a user" });
  await invitation.getByLabel("Email").fill(former);
  await invitation.getByRole("button", { name: "Make the link" }).click();
  await page.getByRole("button", { name: "I have saved it" }).click();

  const choose = async (name: string, entry: string) => {
    await page.getByRole("button", { name: `Change ${name}` }).click();
    await page.getByRole("menuitem", { name: entry, exact: true }).click();
  };
  await choose(former, "Email");
  const dialog = page.getByRole("dialog", { name: `Change the email of ${former}` });
  await expect(dialog).toContainText("Make a new one afterwards");
  await dialog.getByLabel("Email").fill("no email");
  await dialog.getByRole("button", { name: "Change the email" }).click();
  await expect(dialog).toContainText("not an e-mail address");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("button", { name: "Change the email" }).click();
  await expect(page.getByRole("row", { name: email })).toBeVisible();

  await choose(email, "Delete");
  const question = page.getByRole("dialog", { name: `Delete ${email}?` });
  await expect(question).toContainText("This cannot be undone");
  await question.getByRole("button", { name: "Keep" }).click();
  await expect(page.getByRole("row", { name: email })).toBeVisible();
  await choose(email, "Delete");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("row", { name: email })).toBeHidden();
});

test("offers no deletion of oneself", async ({ signedIn: page }) => {
  await page.goto("/admin/users");
  const self = page.getByRole("row").filter({ hasText: "(you)" });
  await self.getByRole("button", { name: /^Change / }).click();
  await expect(page.getByRole("menuitem", { name: "Delete" })).toBeDisabled();
});

test("the audit is narrowed by kind, person and period, which its address keeps", async ({
  signedIn: page,
}) => {
  await page.goto("/admin/audit");
  await page.getByRole("button", { name: /^Kind/ }).click();
  await page.getByRole("option", { name: "sign-ins" }).click();
  await expect(page).toHaveURL(/\/admin\/audit\?kind=sign-in$/);
  await expect(page.getByRole("cell", { name: "User: signed in" }).first()).toBeVisible();
  await expect(page.getByRole("cell", { name: "User: invited" })).toHaveCount(0);

  await page.getByRole("button", { name: /^Person/ }).click();
  await page.getByRole("option", { name: /admin@example\.com/ }).click();
  await expect(page).toHaveURL(/person=admin%40example\.com/);
  await expect(page.getByRole("cell", { name: "User: signed in" }).first()).toBeVisible();

  const until = page.getByRole("group", { name: "To", exact: true });
  await typeSegments(until, "31012020");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "No match for these filters" })).toBeVisible();
  await page.reload();
  await expect(until).toHaveText(/31.01.2020/);
  await page.getByRole("link", { name: "Show all" }).click();
  await expect(page).toHaveURL(/\/admin\/audit$/);
  await expect(page.getByRole("table")).toBeVisible();
});
