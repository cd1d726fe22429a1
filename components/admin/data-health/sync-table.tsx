"use client";
import { useAction } from "@/components/forms/use-action";
import { WordButton } from "@/components/forms/word-button";
import { Icon } from "@/components/ui/icon";
import { Age, Span, TimeCell, useClock } from "@/components/ui/time";
import { formatUntil } from "@/lib/base/core/time";
import { SYNC_TYPE_NAMES } from "@/lib/farm/tenancies/contract";
import { pauseHistory } from "@/lib/operations/connecting/actions";
import { coverage, type SyncLine, type TenancyHealth } from "@/lib/operations/connecting/health";
import { type Column, DataTable } from "../data-table";

/** Shows the state of fetching for each type. */
export function SyncTable({ health: { tenantId, sync, syncEveryMinutes } }: { health: TenancyHealth }) {
  const columns: Column<SyncLine, ReturnType<typeof usePause>>[] = [
    { head: "Type", className: "font-strong", cell: ({ type }) => SYNC_TYPE_NAMES[type] },
    {
      head: "Newest reading",
      cell: ({ lastReadingAt }) => (lastReadingAt ? <TimeCell at={lastReadingAt} /> : <None />),
    },
    { head: "Complete", cell: (line) => <Coverage line={line} /> },
    {
      head: "Last fetched",
      cell: ({ lastSuccessAt }) => (lastSuccessAt ? <TimeCell at={lastSuccessAt} /> : <None />),
    },
    {
      head: "State",
      className: "max-w-80",
      cell: (line, { fault }) => (
        <>
          <State line={line} everyMinutes={syncEveryMinutes} />
          {fault && <p className="text-sm font-medium">{fault.message}</p>}
        </>
      ),
    },
    {
      head: "Pause or resume",
      isHeadHidden: true,
      className: "num text-sm",
      cell: ({ type, paused }, { submit, pending }) => (
        <WordButton
          className="-mx-1"
          disabled={pending}
          label={`${paused ? "Resume" : "Pause"} ${SYNC_TYPE_NAMES[type]}`}
          onClick={() => submit({ tenantId, type, paused: !paused })}
        >
          {paused ? "Resume" : "Pause"}
        </WordButton>
      ),
    },
  ];
  return <DataTable rows={sync} keyOf={({ type }) => type} columns={columns} useRow={usePause} />;
}

function usePause({ paused }: SyncLine) {
  return useAction(pauseHistory, { said: paused ? "Resumed" : "Paused" });
}

const None = () => <span className="text-sm text-ink-3">none yet</span>;

function Coverage({ line }: { line: SyncLine }) {
  const share = coverage(line);
  if (share === null || !line.completeFrom || !line.completeUntil) return <None />;
  return (
    <span className="block text-sm">
      <Span from={line.completeFrom} to={line.completeUntil} />
      <span className="block text-xs text-ink-3">
        {share >= 0.999 ? "complete, as far back as is wanted" : "without a hole"}
      </span>
    </span>
  );
}

function State({ line, everyMinutes }: { line: SyncLine; everyMinutes: number }) {
  const { now } = useClock();
  const next = line.nextTryAt ? formatUntil(line.nextTryAt, now) : "soon";
  if (line.paused)
    return (
      <span className="flex items-center gap-1.5 text-sm text-stale-text">
        <Icon name="clock" className="size-4 shrink-0" />
        Paused by an admin
      </span>
    );
  if (line.failures > 0)
    return (
      <span className="block text-sm">
        <span className="font-strong wrap-anywhere">{line.lastError ?? "It failed"}</span>
        <span className="block text-ink-3">
          {line.failures} {line.failures === 1 ? "try" : "tries"} failed
          {line.lastTryAt && (
            <>
              , the last <Age at={line.lastTryAt} />
            </>
          )}
          . Next {next}
        </span>
      </span>
    );
  return (
    <span className="flex items-start gap-1.5 text-sm text-ink-2">
      <Icon name="ok" className="mt-px size-4 shrink-0 text-healthy" />
      <span>
        <span className="whitespace-nowrap">Every {everyMinutes} min,</span>{" "}
        <span className="whitespace-nowrap">next {next}</span>
      </span>
    </span>
  );
}
