// Invitations by mail, through a mail server on this machine.

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { SYSTEM } from "@/lib/identity/actor/system.server";
import { listAudit } from "@/lib/identity/audit/service.server";
import { followLink, inviteUser, readLink, renewLink } from "@/lib/identity/users/links.server";
import { listUsers } from "@/lib/identity/users/service.server";
import { openTestApp, type TestApp } from "../support/app";
import { emptyAudit } from "../support/audit";
import { startMailServer } from "../support/mail-server";
import { PASSWORD } from "../support/people";

const RIA = "ria@farm.example";

let app: TestApp;
let mail: Awaited<ReturnType<typeof startMailServer>>;

beforeAll(async () => {
  mail = await startMailServer();
  Object.assign(process.env, {
    LEAFWATCH_SMTP_URL: mail.url,
    LEAFWATCH_SMTP_FROM: "Leafwatch <leafwatch@farm.example>",
    LEAFWATCH_URL: "https://leafwatch.example",
  });
  app = await openTestApp();
});

beforeEach(async () => {
  await app.pool.query("TRUNCATE users CASCADE");
  await emptyAudit(app.pool);
  mail.mails.splice(0);
  mail.answers.splice(0);
});

afterAll(async () => {
  await app.close();
  await mail.stop();
});

const invite = () => inviteUser(SYSTEM, { email: RIA, role: "grower" });
const idOf = async (email: string) => (await listUsers(SYSTEM)).find((user) => user.email === email)?.id ?? 0;
const tokenOf = ({ address }: { address: string }) => address.split("/").at(-1) ?? "";
const outcomes = async () =>
  (await listAudit(SYSTEM, { search: "invitation-mailed" })).items.map(({ target, detail }) => [
    target,
    detail?.outcome,
  ]);

test("sends the link that the admin is shown, and audits it without the link", async () => {
  const made = await invite();

  expect(made.mail).toEqual({ to: RIA, fault: null });
  expect(mail.mails).toEqual([
    {
      from: "leafwatch@farm.example",
      to: RIA,
      subject: "Your invitation to Leafwatch",
      text: expect.stringContaining(`\n${made.address}\n`),
    },
  ]);
  expect(mail.mails[0]?.text).toMatch(/^Leafwatch invites you to Leafwatch at leafwatch\.example\./);
  expect(await outcomes()).toEqual([[RIA, "sent"]]);
  expect(JSON.stringify((await listAudit(SYSTEM, {})).items)).not.toContain(tokenOf(made));
});

test("says that the mail server refused it; the link works all the same", async () => {
  mail.answers.push(550);
  const made = await invite();

  expect(made.mail).toEqual({ to: RIA, fault: expect.stringMatching(/^127\.0\.0\.1:\d+ answered 550$/) });
  expect(await readLink(tokenOf(made))).toMatchObject({ kind: "invitation", email: RIA });
  expect(await outcomes()).toEqual([[RIA, made.mail?.fault]]);
});

test("sends a new link again, which ends the one before; a link for a new password is not mailed", async () => {
  const first = await invite();
  const second = await renewLink(SYSTEM, { id: await idOf(RIA) });

  expect(mail.mails.map(({ text }) => text.includes(second.address))).toEqual([false, true]);
  expect(await readLink(tokenOf(first))).toBeNull();
  await followLink({ token: tokenOf(second), name: "Ria", password: PASSWORD }, "::1");
  expect(await renewLink(SYSTEM, { id: await idOf(RIA) })).toMatchObject({ email: RIA, mail: null });
  expect(mail.mails).toHaveLength(2);
});
