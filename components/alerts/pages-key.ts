import { listAlerts } from "@/lib/alerting/alerts/contract";
import { callKey } from "@/lib/web/api/client";
import type { listInput } from "./filters";

/** The key of a list that grows page by page: apart from the same call's single answer. */
export function pagesKey(input: ReturnType<typeof listInput>) {
  return [...callKey(listAlerts, input), "pages"] as const;
}
