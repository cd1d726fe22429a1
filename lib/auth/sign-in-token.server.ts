import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { env } from "@/lib/env/env.server";
import { sessionSecret } from "./tokens.server";

/** The cookie in which next-auth expects the token of the sign-in form. */
export function signInTokenCookie(): { name: string; secure: boolean } {
  const secure = env().LEAFWATCH_URL.startsWith("https:");
  return { name: `${secure ? "__Host-" : ""}next-auth.csrf-token`, secure };
}

/** A token in next-auth's own form, `token|sha256(token + secret)`, so that a form can carry it at first sight. */
export function newSignInToken(): string {
  const token = randomBytes(32).toString("hex");
  const proof = createHash("sha256")
    .update(token + sessionSecret())
    .digest("hex");
  return `${token}|${proof}`;
}
