import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import type { HighCoverage } from "@/lib/alerting/notices/contract";

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
  if (complete) return null;
  return (
    <section
      aria-label="Who is told of HIGH"
      className="flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-2 border border-line px-3.5 py-2.5"
    >
      <p className="flex min-w-0 flex-1 basis-72 gap-2">
        <Icon name={people === 0 ? "failed" : "bell"} className="mt-0.5 size-4.5 shrink-0" />
        <span>
          <span className="font-medium">
            {people === 0
              ? "Nobody is told of HIGH alerts here."
              : "Nobody is told of every HIGH alert here."}
          </span>{" "}
          <span className="text-ink-2">{detailWords(people, reachesNobody)}</span>
        </span>
      </p>
      {children}
    </section>
  );
}

function detailWords(people: number, reachesNobody: boolean): string {
  if (people > 0) return "The rules cover only some areas or types, or people who see only some areas.";
  return reachesNobody
    ? "The rules reach nobody yet: people have to allow a device, or a mail server has to be set."
    : "They show on pages and walls alone.";
}
