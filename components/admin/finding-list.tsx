"use client";
import { LinkButton } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Panel } from "@/components/ui/panel";
import { TimeWithAge } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import type { Finding } from "./findings";

/** The present problems with their next steps; in ink, as no plant is in trouble. */
export function FindingList({ findings }: { findings: Finding[] }) {
  const words = useWords();
  const { t } = words;
  if (findings.length === 0)
    return (
      <Panel label={t("admin.findings.label")} className="mb-4">
        <p className="flex items-center gap-2.5 px-4 py-3.5">
          <Icon name="ok" className="size-4.5 shrink-0 text-healthy" />
          <span>
            <span className="font-medium">{t("admin.findings.none")}</span>{" "}
            <span className="text-ink-2">{t("admin.findings.noneText")}</span>
          </span>
        </p>
      </Panel>
    );
  return (
    <Panel title={t("admin.findings.title")} count={findings.length} className="mb-4">
      <ul className="divide-y divide-hairline">
        {findings.map(({ id, title, detail, since, next }) => (
          <li key={id} className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
            <div className="flex min-w-0 flex-1 gap-2.5 max-sm:basis-full">
              <Icon name="failed" className="mt-0.5 size-4.5 shrink-0" />
              <div className="min-w-0">
                <p className="font-strong wrap-anywhere">{title}</p>
                <p className="text-sm wrap-anywhere text-ink-2">
                  {detail}
                  {since && <> {rich(words, "admin.findings.last", { time: <TimeWithAge at={since} /> })}</>}
                </p>
              </div>
            </div>
            {next && (
              <LinkButton href={next.href} size="sm" className="max-sm:ml-7">
                {next.verb}
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
