import "server-only";
import { hash, verify } from "@node-rs/argon2";
import { z } from "zod";

/** contract.md, "Provisioning file": twelve characters or more. The upper bound keeps hashing cheap to refuse. */
export const passwordSchema = z.string().min(12, "has to have 12 characters or more").max(512);

/** argon2id with the library's recommended cost (19 MiB, two passes). */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

// Compared with when there is no such account, so that both cases take as long.
let nobody: Promise<string> | undefined;

/** Whether the password fits; takes as long for an account that does not exist (`passwordHash` null). */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  nobody ??= hash("an account that does not exist");
  const fits = await verify(passwordHash ?? (await nobody), password);
  return fits && passwordHash !== null;
}
