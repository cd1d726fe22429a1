import "server-only";
import { createTransport } from "nodemailer";
import { env } from "@/lib/base/env/env.server";

/** The outcome of one message. `again`: a retry may succeed. */
export type Sent = { outcome: "sent" } | { outcome: "gone" | "failed"; error: string; again: boolean };

const SMTP_TIMEOUTS_MS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Returns true if a mail server is set. */
export function canMail(): boolean {
  return env().LEAFWATCH_SMTP_URL !== undefined;
}

/**
 * Sends one plain-text mail. Failures of the mail server are in the result, with its host and answer, never the password.
 */
export async function sendMail(to: string, subject: string, text: string): Promise<Sent> {
  const { LEAFWATCH_SMTP_URL: url, LEAFWATCH_SMTP_FROM: from } = env();
  if (!url || !from)
    return { outcome: "failed", error: "No mail server is set: LEAFWATCH_SMTP_URL", again: false };
  const transport = createTransport(withTimeouts(url));
  try {
    await transport.sendMail({ from, to, subject, text });
    return { outcome: "sent" };
  } catch (error) {
    const { responseCode, code } = error as { responseCode?: number; code?: string };
    const said =
      responseCode === undefined ? `does not answer (${code ?? "failed"})` : `answered ${responseCode}`;
    // 5xx is permanent (RFC 5321, 4.2.1).
    return {
      outcome: "failed",
      error: `${new URL(url).host} ${said}`,
      again: responseCode === undefined || responseCode < 500,
    };
  } finally {
    transport.close();
  }
}

function withTimeouts(url: string): string {
  const full = new URL(url);
  for (const [name, ms] of Object.entries(SMTP_TIMEOUTS_MS)) full.searchParams.set(name, String(ms));
  return full.href;
}
