"use client";
import { useAction } from "@/components/forms/use-action";
import { WordButton } from "@/components/forms/word-button";
import { Icon } from "@/components/ui/icon";
import { Age, Span, TimeCell, useClock } from "@/components/ui/time";
import { formatUntil } from "@/lib/base/core/time";
import { SYNC_TYPE_NAMES } from "@/lib/farm/tenancies/contract";
import { pauseHistory } from "@/lib/operations/connecting/actions";
import { coverage, type SyncLine, type TenancyHealth } from "@/lib/operations/connecting/health";
import { STACKED } from "../stacked-table";

/** How the fetching of each type stands. */
export function SyncTable({ health }: { health: TenancyHealth }) {
  return (
    <table className={`data-table ${STACKED}`}>
      <thead>
        <tr>
          <th>Type</th>
          <th>Newest reading</th>
          <th>Complete</th>
          <th>Last fetched</th>
          <th>State</th>
          <th>
            <span className="sr-only">Pause or resume</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {health.sync.map((line) => (
          <Row key={line.type} line={line} health={health} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ line, health }: { line: SyncLine; health: TenancyHealth }) {
  const zone = health.timeZone;
  const action = useAction(pauseHistory, { said: line.paused ? "Resumed" : "Paused" });
  return (
    <tr>
      <td className="font-strong">{SYNC_TYPE_NAMES[line.type]}</td>
      <td data-label="Newest reading">
        {line.lastReadingAt ? <TimeCell at={line.lastReadingAt} zone={zone} /> : <None />}
      </td>
      <td data-label="Complete">
        <Coverage line={line} zone={zone} />
      </td>
      <td data-label="Last fetched">
        {line.lastSuccessAt ? <TimeCell at={line.lastSuccessAt} zone={zone} /> : <None />}
      </td>
      <td data-label="State" className="max-w-80">
        <State line={line} everyMinutes={health.everyMinutes} />
        {action.fault && <p className="text-sm font-medium">{action.fault.message}</p>}
      </td>
      <td className="num text-sm">
        <WordButton
          className="-mx-1"
          disabled={action.pending}
          label={`${line.paused ? "Resume" : "Pause"} ${SYNC_TYPE_NAMES[line.type]}`}
          onClick={() => action.submit({ tenantId: health.tenantId, type: line.type, paused: !line.paused })}
        >
          {line.paused ? "Resume" : "Pause"}
        </WordButton>
      </td>
    </tr>
  );
}

const None = () => <span className="text-sm text-ink-3">none yet</span>;

function Coverage({ line, zone }: { line: SyncLine; zone: string }) {
  const share = coverage(line);
  if (share === null || !line.completeFrom || !line.completeUntil) return <None />;
  return (
    <span className="block text-sm">
      <Span from={line.completeFrom} to={line.completeUntil} zone={zone} />
      <span className="block text-xs text-ink-3">
        {share >= 0.999 ? "complete, as far back as is wanted" : "without a hole"}
      </span>
    </span>
  );
}

function State({ line, everyMinutes }: { line: SyncLine; everyMinutes: number }) {
  const { now } = useClock();
  const next = line.nextTryAt ? formatUntil(new Date(line.nextTryAt), now) : "soon";
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
