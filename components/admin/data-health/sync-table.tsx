"use client";
import { useAction } from "@/components/forms/use-action";
import { WordButton } from "@/components/forms/word-button";
import { Icon } from "@/components/ui/icon";
import { Age, Span, TimeCell, useClock } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import { pauseHistory } from "@/lib/operations/connecting/actions";
import { coverage, type SyncLine, type TenancyHealth } from "@/lib/operations/connecting/health";
import { type Column, DataTable } from "../data-table";
import { SYNC_TYPE_WORDS } from "../tenancies/sync-type-words";

/** Shows the state of fetching for each type. */
export function SyncTable({ health: { tenantId, sync, syncEveryMinutes } }: { health: TenancyHealth }) {
  const { t } = useWords();
  const columns: Column<SyncLine, ReturnType<typeof usePause>>[] = [
    {
      head: t("admin.health.sync.type"),
      className: "font-strong",
      cell: ({ type }) => t(SYNC_TYPE_WORDS[type]),
    },
    {
      head: t("admin.health.sync.newest"),
      cell: ({ lastReadingAt }) => (lastReadingAt ? <TimeCell at={lastReadingAt} /> : <None />),
    },
    { head: t("admin.health.sync.complete"), cell: (line) => <Coverage line={line} /> },
    {
      head: t("admin.health.sync.lastFetched"),
      cell: ({ lastSuccessAt }) => (lastSuccessAt ? <TimeCell at={lastSuccessAt} /> : <None />),
    },
    {
      head: t("admin.health.sync.state"),
      className: "max-w-80",
      cell: (line, { fault }) => (
        <>
          <State line={line} everyMinutes={syncEveryMinutes} />
          {fault && <p className="text-sm font-medium">{fault.message}</p>}
        </>
      ),
    },
    {
      head: t("admin.health.sync.pauseOrResume"),
      isHeadHidden: true,
      className: "num text-sm",
      cell: ({ type, paused }, { submit, pending }) => (
        <WordButton
          className="-mx-1"
          disabled={pending}
          label={t(paused ? "admin.health.sync.resumeOf" : "admin.health.sync.pauseOf", {
            type: t(SYNC_TYPE_WORDS[type]),
          })}
          onClick={() => submit({ tenantId, type, paused: !paused })}
        >
          {t(paused ? "admin.health.sync.resume" : "admin.health.sync.pause")}
        </WordButton>
      ),
    },
  ];
  return <DataTable rows={sync} keyOf={({ type }) => type} columns={columns} useRow={usePause} />;
}

function usePause({ paused }: SyncLine) {
  const { t } = useWords();
  return useAction(pauseHistory, {
    said: t(paused ? "admin.health.sync.resumedDone" : "admin.health.sync.pausedDone"),
  });
}

function None() {
  const { t } = useWords();
  return <span className="text-sm text-ink-3">{t("admin.health.sync.none")}</span>;
}

function Coverage({ line }: { line: SyncLine }) {
  const { t } = useWords();
  const share = coverage(line);
  if (share === null || !line.completeFrom || !line.completeUntil) return <None />;
  return (
    <span className="block text-sm">
      <Span from={line.completeFrom} to={line.completeUntil} />
      <span className="block text-xs text-ink-3">
        {t(share >= 0.999 ? "admin.health.sync.allComplete" : "admin.health.sync.noGaps")}
      </span>
    </span>
  );
}

function State({ line, everyMinutes }: { line: SyncLine; everyMinutes: number }) {
  const words = useWords();
  const { t, formatUntil } = words;
  const { now } = useClock();
  const next = line.nextTryAt ? formatUntil(line.nextTryAt, now) : t("admin.health.sync.soon");
  if (line.paused)
    return (
      <span className="flex items-center gap-1.5 text-sm text-stale-text">
        <Icon name="clock" className="size-4 shrink-0" />
        {t("admin.health.sync.paused")}
      </span>
    );
  if (line.failures > 0)
    return (
      <span className="block text-sm">
        <span className="font-strong wrap-anywhere">{line.lastError ?? t("admin.health.sync.failed")}</span>
        <span className="block text-ink-3">
          {rich(words, "admin.health.sync.failures", {
            count: line.failures,
            known: line.lastTryAt ? "yes" : "other",
            age: line.lastTryAt && <Age at={line.lastTryAt} />,
            next,
          })}
        </span>
      </span>
    );
  return (
    <span className="flex items-start gap-1.5 text-sm text-ink-2">
      <Icon name="ok" className="mt-px size-4 shrink-0 text-healthy" />
      <span>
        {rich(words, "admin.health.sync.every", {
          part: <span className="whitespace-nowrap" />,
          minutes: everyMinutes,
          next,
        })}
      </span>
    </span>
  );
}
