"use client";
import { AlertHints } from "@/components/alerts/alert-hints";
import { AlertBadge, alertHref, Place, PlaceName } from "@/components/alerts/alert-parts";
import type { Evidence } from "@/components/alerts/evidence-parts";
import { EvidenceSpark, EvidenceValue } from "@/components/alerts/evidence-parts";
import type { useHandling } from "@/components/alerts/handling/use-handling";
import { RecoveryLine } from "@/components/alerts/recovery-line";
import { useMayAct } from "@/components/live/site-context";
import { beganAt, kindOf, levelOf, placeOf } from "@/components/ui/alert-words";
import { PathLine } from "@/components/ui/area-name";
import { Button, LinkButton } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Num } from "@/components/ui/num";
import { Owner } from "@/components/ui/panel";
import { OtherDay, SiteTime, TimeWithAge } from "@/components/ui/time";
import type { Alert } from "@/lib/alerting/alerts/contract";

type Handling = ReturnType<typeof useHandling>;

const MOST_CARDS = 3;

/** On a phone: the HIGH ones as cards with their next step, then the others as lines. */
export function OpenCards({
  alerts,
  evidence,
  handling,
  open,
}: {
  alerts: Alert[];
  evidence: Map<string, Evidence>;
  handling: Handling;
  open: number;
}) {
  const cards = alerts.filter((alert) => levelOf(alert) === "high").slice(0, MOST_CARDS);
  const rest = alerts.filter((alert) => !cards.includes(alert)).slice(0, 8);
  const primary = cards.find((alert) => alert.attention);
  return (
    <div className="grid grid-cols-1 gap-3 sm:hidden">
      {cards.map((alert) => (
        <Card
          key={alert.alertId}
          alert={alert}
          evidence={evidence.get(alert.alertId)}
          handling={handling}
          isPrimary={alert === primary}
        />
      ))}
      {rest.length > 0 && (
        <section className="rounded-3 border border-hairline bg-surface">
          <header className="flex min-h-target items-center border-b border-hairline px-4">
            <h2 className="flex-1">{cards.length > 0 ? "Then" : "Open alerts"}</h2>
            <Link href="/alerts" className="grid min-h-target place-items-center font-medium text-accent">
              All {open}
            </Link>
          </header>
          {rest.map((alert) => (
            <Line key={alert.alertId} alert={alert} evidence={evidence.get(alert.alertId)} />
          ))}
        </section>
      )}
    </div>
  );
}

function Card({
  alert,
  evidence,
  handling,
  isPrimary,
}: {
  alert: Alert;
  evidence?: Evidence;
  handling: Handling;
  isPrimary: boolean;
}) {
  const mayTake = useMayAct() && alert.attention;
  return (
    <article className="overflow-hidden rounded-3 border border-hairline border-l-4 border-l-high bg-surface py-3.5 pr-4 pl-3.5">
      <div className="flex items-center gap-2">
        <AlertBadge alert={alert} />
        <span className="ml-auto text-sm text-ink-2">
          raised <TimeWithAge at={beganAt(alert)} />
        </span>
      </div>
      <div className="mt-2.5 flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <Place alert={alert} />
          <AlertHints alert={alert} />
        </div>
        <EvidenceSpark alert={alert} evidence={evidence} />
      </div>
      <RecoveryLine alert={alert} className="mt-1.5 text-xs" />
      <div className="mt-2.5">
        {evidence ? <EvidenceValue evidence={evidence} /> : <span>{kindOf(alert)}</span>}
        {evidence?.last && <OtherDay at={evidence.last.at} className="ml-1.5 text-sm text-ink-3" />}
      </div>
      <div className="mt-3 flex items-center gap-2">
        {mayTake ? (
          <Button
            variant={isPrimary ? "primary" : "outline"}
            className="flex-1"
            pending={handling.isPending(alert.alertId)}
            onClick={() => handling.acknowledge([alert.alertId])}
          >
            Acknowledge
          </Button>
        ) : (
          <span className="flex min-w-0 flex-1 items-center gap-1.5">
            <Owner name={alert.owner} />
            {alert.acknowledgedAt && (
              <span className="text-sm whitespace-nowrap text-ink-3">
                since <SiteTime at={alert.acknowledgedAt} />
              </span>
            )}
          </span>
        )}
        <LinkButton href={alertHref(alert.alertId)}>Open</LinkButton>
      </div>
    </article>
  );
}

function Line({ alert, evidence }: { alert: Alert; evidence?: Evidence }) {
  const place = placeOf(alert);
  return (
    <Link
      href={alertHref(alert.alertId)}
      className={cx(
        "flex min-h-target items-center gap-3 border-b border-hairline px-4 py-3 -outline-offset-2 last:rounded-b-3 last:border-b-0",
      )}
    >
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <AlertBadge alert={alert} />
          <PlaceName alert={alert} className="font-strong" />
        </span>
        <span className="mt-1 flex gap-3 text-sm text-ink-2">
          <PathLine path={place.detail} className="flex-1" />
          <span className="whitespace-nowrap">
            {kindOf(alert)}{" "}
            {evidence?.last && (
              <>
                <Num value={evidence.last.value} index={evidence.index} />{" "}
                <OtherDay at={evidence.last.at} className="text-ink-3" />
              </>
            )}
          </span>
        </span>
        <RecoveryLine alert={alert} asks={false} className="mt-1 text-xs" />
      </span>
      <Icon name="chevron-right" className="size-4 shrink-0 text-ink-3" />
    </Link>
  );
}
