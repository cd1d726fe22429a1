// npm run admin -- create-admin, reset-admin, change-email, delete-user.

import { randomBytes } from "node:crypto";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { passwordSchema } from "@/lib/identity/auth/passwords.server";
import { userMembers } from "@/lib/identity/users/contract";
import {
  changeEmail,
  createUser,
  deleteUser,
  requireUserId,
  rescueAdmin,
} from "@/lib/identity/users/service.server";
import { Fault } from "../fault.mjs";
import { say } from "../progress.mjs";
import { bringUpToDate, OPERATOR } from "./database";

/** Creates an account with the role admin. */
export async function addAdmin(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { name: { type: "string" }, "password-stdin": { type: "boolean" } },
  });
  const email = readEmail(positionals);
  const name = readName(values.name ?? email);
  const { password, made } = await choosePassword(values["password-stdin"]);
  await bringUpToDate();
  await createUser(OPERATOR, { email, name, role: "admin", password });
  say(`${email} is an admin now.`);
  if (made) showOnce(password);
}

/** Restores an admin's access: sets a new password, ends the sessions and enables the account. */
export async function resetAdmin(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { "password-stdin": { type: "boolean" }, "remove-second-factor": { type: "boolean" } },
  });
  const email = readEmail(positionals);
  const { password, made } = await choosePassword(values["password-stdin"]);
  await bringUpToDate();
  const withoutSecondFactor = values["remove-second-factor"] ?? false;
  await rescueAdmin(OPERATOR, { email, password, withoutSecondFactor });
  say(`${email} has a new password; the sessions of this account have ended.`);
  if (made) showOnce(password);
}

/** Changes the e-mail that a person signs in with. */
export async function moveEmail(args: string[]): Promise<void> {
  const [from, to, ...more] = parseArgs({ args, allowPositionals: true }).positionals;
  const email = readEmail([from ?? "", ...more]);
  const next = readEmail([to ?? ""]);
  await bringUpToDate();
  await changeEmail(OPERATOR, { id: await requireUserId(OPERATOR, email), email: next });
  say(`${email} signs in as ${next} from now on; the sessions of this account have ended.`);
}

/** Deletes a person for good. */
export async function removeUser(args: string[]): Promise<void> {
  const email = readEmail(parseArgs({ args, allowPositionals: true }).positionals);
  await bringUpToDate();
  await deleteUser(OPERATOR, { id: await requireUserId(OPERATOR, email) });
  say(`${email} is deleted. What this person did stays under their name.`);
}

function readEmail(positionals: string[]): string {
  const [email, ...more] = positionals;
  const parsed = userMembers.email.safeParse(email);
  if (parsed.success && more.length === 0) return parsed.data;
  throw new Fault(`${email || "Nothing"} is not an e-mail address: name one, such as ria@farm.example.`);
}

function readName(text: string): string {
  const parsed = userMembers.name.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new Fault(`The name ${parsed.error.issues[0]?.message ?? "is wrong"}: give another with --name.`);
}

async function choosePassword(fromInput: boolean | undefined): Promise<{ password: string; made: boolean }> {
  if (!fromInput) return { password: randomBytes(15).toString("base64url"), made: true };
  const parsed = passwordSchema.safeParse((await text(process.stdin)).replace(/\r?\n$/, ""));
  if (parsed.success) return { password: parsed.data, made: false };
  throw new Fault(`The password ${parsed.error.issues[0]?.message ?? "is wrong"}: give another one.`);
}

function showOnce(password: string): void {
  say(`Password, shown only now: ${password}`);
}
