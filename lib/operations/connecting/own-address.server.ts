import "server-only";
import { env } from "@/lib/base/env/env.server";

/** The address that the service is to send notifications to. */
export function webhookAddress(): string {
  return `${env().LEAFWATCH_URL.replace(/\/+$/, "")}/api/webhooks/alerts`;
}
