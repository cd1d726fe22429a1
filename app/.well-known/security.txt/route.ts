import { AppError } from "@/lib/base/core/errors";
import { DAY_MS } from "@/lib/base/core/time";
import { env } from "@/lib/base/env/env.server";
import { problemResponse } from "@/lib/web/http/problem";

export const dynamic = "force-dynamic";

const HALF_A_YEAR_MS = 182 * DAY_MS;

/** The security contact of this installation (RFC 9116), if its operator named one. */
export function GET(): Response {
  const { LEAFWATCH_SECURITY_CONTACT: contact, LEAFWATCH_URL: url } = env();
  if (!contact)
    return problemResponse(new AppError("not-found", "No contact is named: LEAFWATCH_SECURITY_CONTACT."));
  const lines = [
    `Contact: ${contact.includes(":") ? contact : `mailto:${contact}`}`,
    `Expires: ${new Date(Date.now() + HALF_A_YEAR_MS).toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${new URL("/.well-known/security.txt", url).href}`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}
