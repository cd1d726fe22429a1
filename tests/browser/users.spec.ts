// Invitations and their roles.

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
    await page.getByRole("button", { name: "I have it" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(
      page.getByRole("row", { name: email }).getByRole("cell", { name: role, exact: true }),
    ).toBeVisible();
  }
});
