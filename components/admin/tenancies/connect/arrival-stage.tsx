"use client";
import { useEffect } from "react";
import { EventConnection } from "@/components/live/event-connection";
import { useRefresh } from "@/components/live/use-refresh";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { TimeWithAge } from "@/components/ui/time";
import { type Arrival, adviseOnMissed, type MissedRequest } from "@/lib/alerting/deliveries/arrival";
import type { TenancyDetails } from "@/lib/farm/tenancies/contract";
import { IdOffer, RefusedOffer } from "../offers";
import { WebhookAddressField } from "../tenancy-fields";

/** Rejected and quarantined deliveries raise no event, so the page polls. */
const LOOK_MS = 5_000;

/** The first notification of the service itself: waited for, and what came instead of it. */
export function ArrivalStage({
  tenancy,
  address,
  arrival,
  admissible,
}: {
  tenancy: TenancyDetails;
  address: string;
  arrival: Arrival;
  admissible: Promise<number>;
}) {
  const { tenantId, signatureHeader: header } = tenancy;
  useLookAgain(tenantId, arrival.firstAt === null);
  return (
    <>
      <p role="status" className="flex gap-2.5">
        <Icon
          name={arrival.firstAt ? "ok" : "clock"}
          className={
            arrival.firstAt ? "mt-0.5 size-4.5 shrink-0 text-healthy" : "mt-0.5 size-4.5 shrink-0 text-accent"
          }
        />
        {arrival.firstAt ? (
          <span>
            <span className="font-medium">The first one came</span> <TimeWithAge at={arrival.firstAt} />.
            Alerts arrive.
          </span>
        ) : (
          <span>
            <span className="font-medium">Waiting for the first notification of the service itself.</span>{" "}
            <span className="text-ink-2">
              It comes with the next alert, which may take hours; a console that can send one sends it at
              once. This page may be left: it comes in all the same.
            </span>
          </span>
        )}
      </p>
      {arrival.firstAt === null && <WebhookAddressField address={address} />}
      {arrival.firstAt === null && arrival.missed.length > 0 && (
        <section aria-label="What came instead" className="rounded-2 border border-line">
          <h3 className="border-b border-hairline px-3.5 py-2.5">Something came, and was not taken in</h3>
          <ul className="divide-y divide-hairline">
            {arrival.missed.map((missed) => (
              <MissedLine
                key={missed.id}
                missed={missed}
                advice={adviseOnMissed(missed, { tenantId, header })}
              />
            ))}
          </ul>
        </section>
      )}
      <IdOffer
        tenancy={tenancy}
        carriedId={arrival.carriedId}
        pageOf={(id) => `/admin/connect/${encodeURIComponent(id)}`}
      />
      <RefusedOffer tenantId={tenantId} admissible={admissible} />
    </>
  );
}

function MissedLine({ missed, advice }: { missed: MissedRequest; advice: string }) {
  return (
    <li className="grid gap-0.5 px-3.5 py-2.5 text-sm">
      <p>
        <Link
          href={`/admin/deliveries?id=${missed.id}`}
          className="font-medium text-accent no-underline touch:inline-flex touch:h-target touch:items-center"
        >
          <span>
            {missed.outcome === "rejected" ? "Refused" : "Quarantined"} <TimeWithAge at={missed.at} />
          </span>
        </Link>
      </p>
      {missed.reason && <p className="wrap-anywhere">{missed.reason}.</p>}
      <p className="wrap-anywhere text-ink-2">{advice}</p>
    </li>
  );
}

function useLookAgain(tenantId: string, on: boolean): void {
  const refresh = useRefresh();
  useEffect(() => {
    if (!on) return;
    const look = () => refresh();
    const connection = new EventConnection({
      address: "/api/v1/events",
      concerns: (change) => change.type === "alert" && change.tenantId === tenantId,
      onState: () => undefined,
      onChanges: async () => look(),
      onBack: look,
    });
    connection.start();
    const timer = setInterval(() => document.visibilityState === "visible" && look(), LOOK_MS);
    return () => {
      connection.stop();
      clearInterval(timer);
    };
  }, [on, refresh, tenantId]);
}
