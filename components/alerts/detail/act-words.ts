import type { IconName } from "@/components/ui/icon";
import type { AlertAct, AlertAction } from "@/lib/alerting/alerts/contract";
import { nameOf } from "@/lib/base/core/paths";

type Words = { what: string; icon: IconName; until?: string };

const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);
const names = (value: unknown) =>
  Array.isArray(value) ? value.filter((path) => typeof path === "string").map(nameOf) : [];

/** What somebody did, as people say it: "M. de Vries took it". */
export function actWords({ actor, action, detail }: AlertAction): Words {
  const facts = detail ?? {};
  const owner = text(facts.owner);
  const words: Record<AlertAct, () => Words> = {
    acknowledged: () => ({
      what: owner && owner !== actor ? `${actor} acknowledged it for ${owner}` : `${actor} took it`,
      icon: "user",
    }),
    "acknowledgement-undone": () => ({ what: `${actor} gave it back`, icon: "user" }),
    "owner-set": () => ({
      what:
        owner === null
          ? `${actor} took its owner away`
          : `${actor} gave it to ${owner === actor ? "themselves" : owner}`,
      icon: "user",
    }),
    snoozed: () => {
      const until = text(facts.until);
      return {
        what: until ? `${actor} snoozed it` : `${actor} snoozed it until it gets worse`,
        icon: "waiting",
        ...(until && { until }),
      };
    },
    woken: () => ({ what: `${actor} woke it`, icon: "waiting" }),
    placed: () => ({ what: placedWords(actor, facts), icon: "pin" }),
    "recovery-confirmed": () => ({ what: `${actor} confirmed that it has recovered`, icon: "ok" }),
    "recovery-denied": () => ({ what: `${actor}: not recovered`, icon: "failed" }),
  };
  return words[action]();
}

function placedWords(actor: string, facts: Record<string, unknown>): string {
  if (facts.by === "readings") return `${actor} took the corrected place back`;
  const [first, ...others] = names(facts.after);
  if (first === undefined) return `${actor} corrected the place`;
  return `${actor} placed it in ${first}${others.length > 0 ? ` and ${others.length} more` : ""}`;
}
