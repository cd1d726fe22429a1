import "server-only";
import { createTransport } from "nodemailer";
import { env } from "@/lib/base/env/env.server";
import type { Sent } from "./push.server";

const TIMES_MS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Whether the operator named a mail server. */
export function canMail(): boolean {
  return env().LEAFWATCH_SMTP_URL !== undefined;
}

/**
 * Sends one mail of plain text. Never throws for what the mail server does; an error names its host and what
 * it said, never the password.
 */
export async function sendMail(to: string, subject: string, text: string): Promise<Sent> {
  const { LEAFWATCH_SMTP_URL: url, LEAFWATCH_SMTP_FROM: from } = env();
  if (!url || !from)
    return { outcome: "failed", error: "No mail server is set: LEAFWATCH_SMTP_URL", again: false };
  const transport = createTransport(urlWithTimes(url));
  try {
    await transport.sendMail({ from, to, subject, text });
    return { outcome: "sent" };
  } catch (error) {
    const { responseCode, code } = error as { responseCode?: number; code?: string };
    const said =
      responseCode === undefined ? `does not answer (${code ?? "failed"})` : `answered ${responseCode}`;
    // 5xx is the server's last word (RFC 5321 4.2.1).
    return {
      outcome: "failed",
      error: `${new URL(url).host} ${said}`,
      again: responseCode === undefined || responseCode < 500,
    };
  } finally {
    transport.close();
  }
}

function urlWithTimes(url: string): string {
  const full = new URL(url);
  for (const [name, ms] of Object.entries(TIMES_MS)) full.searchParams.set(name, String(ms));
  return full.href;
}
