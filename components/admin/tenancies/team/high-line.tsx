"use client";
import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import { useWords } from "@/components/words/words";
import type { HighCoverage } from "@/lib/alerting/notices/contract";
import type { PlainKey } from "@/lib/base/words/messages";

/** Says plainly that nobody is told of HIGH alerts at a site, or not of all; nothing once somebody is. */
export function HighLine({
  high: { people, complete },
  reachesNobody = false,
  children,
}: {
  high: HighCoverage;
  /** Rules are there, but none of their channels reaches anybody. */
  reachesNobody?: boolean;
  children?: ReactNode;
}) {
  const { t } = useWords();
  if (complete) return null;
  return (
    <section
      aria-label={t("admin.team.high.label")}
      className="flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-2 border border-line px-3.5 py-2.5"
    >
      <p className="flex min-w-0 flex-1 basis-72 gap-2">
        <Icon name={people === 0 ? "failed" : "bell"} className="mt-0.5 size-4.5 shrink-0" />
        <span>
          <span className="font-medium">
            {t(people === 0 ? "admin.team.high.nobody" : "admin.team.high.notAll")}
          </span>{" "}
          <span className="text-ink-2">{t(detailOf(people, reachesNobody))}</span>
        </span>
      </p>
      {children}
    </section>
  );
}

function detailOf(people: number, reachesNobody: boolean): PlainKey {
  if (people > 0) return "admin.team.high.partial";
  return reachesNobody ? "admin.team.high.reachesNobody" : "admin.team.high.pagesAlone";
}
