"use client";
import { Icon } from "@/components/ui/icon";
import { useWords } from "@/components/words/words";
import type { Reach, Unreached } from "@/lib/alerting/notices/contract";
import type { PlainKey } from "@/lib/base/words/messages";
import type { Words } from "@/lib/base/words/words";

/** Whom a rule reaches; those whom it does not reach first, each with the reason. */
export function ReachList({ reach }: { reach: Reach[] }) {
  const words = useWords();
  const { t } = words;
  const reached = reach.filter(({ by }) => by.length > 0);
  const sorted = [...reach.filter(({ by }) => by.length === 0), ...reached];
  return (
    <details className="mt-1.5 text-sm">
      <summary className="w-fit cursor-pointer py-0.5 font-medium text-accent touch:py-3">
        {reached.length === 0
          ? t("admin.team.reach.nobody")
          : t("admin.team.reach.some", { reached: reached.length, all: reach.length })}
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
              <span className="text-ink-2">{reachWords(words, one)}</span>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

const LACKS = {
  invited: "admin.team.reach.invited",
  "other-areas": "admin.team.reach.otherAreas",
  muted: "admin.team.reach.muted",
  "no-device": "admin.team.reach.noDevice",
  "no-mail-server": "admin.team.reach.noMailServer",
  "no-channel": "admin.team.reach.noChannel",
} as const satisfies Record<Unreached, PlainKey>;

const CHANNELS = { push: "admin.team.reach.push", email: "admin.team.reach.email" } as const;

function reachWords({ t }: Words, { by: [first, second], lacks }: Reach): string {
  const lack = lacks ? t(LACKS[lacks]) : "";
  if (first === undefined) return lack;
  const channels = t(second === undefined ? CHANNELS[first] : "admin.team.reach.both");
  return lack === "" ? channels : t("admin.team.reach.butLacks", { channels, lack });
}
