import { Icon } from "@/components/ui/icon";
import type { Reach, Unreached } from "@/lib/alerting/notices/contract";

/** Whom a rule reaches; those whom it does not reach first, each with the reason. */
export function ReachList({ reach }: { reach: Reach[] }) {
  const reached = reach.filter(({ by }) => by.length > 0);
  const sorted = [...reach.filter(({ by }) => by.length === 0), ...reached];
  return (
    <details className="mt-1.5 text-sm">
      <summary className="w-fit cursor-pointer py-0.5 font-medium text-accent touch:py-3">
        {reached.length === 0
          ? "Reaches nobody yet"
          : `Reaches ${reached.length} of ${reach.length === 1 ? "1 person" : `${reach.length} people`}`}
      </summary>
      <ul className="mt-1.5 grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {sorted.map((one) => (
          <li key={one.userId} className="flex min-w-0 gap-2">
            <Icon
              name={one.by.length > 0 ? "ok" : "silent"}
              className={`mt-px size-4 shrink-0 ${one.by.length > 0 ? "text-healthy" : "text-ink-3"}`}
            />
            <span className="min-w-0 wrap-anywhere">
              <span className="font-medium">{one.name}</span>{" "}
              <span className="text-ink-2">{reachWords(one)}</span>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

const LACK_WORDS: Record<Unreached, string> = {
  invited: "has not accepted the invitation yet",
  "other-areas": "may not see these areas",
  muted: "muted it",
  "no-device": "no device allowed yet",
  "no-mail-server": "no mail server is set",
  "no-channel": "no device allowed yet, and no mail server is set",
};

function reachWords({ by, lacks }: Reach): string {
  const ways = by.map((channel) => (channel === "push" ? "to devices" : "by e-mail")).join(" and ");
  return [ways, lacks && LACK_WORDS[lacks]].filter(Boolean).join("; ");
}
