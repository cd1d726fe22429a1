"use client";
import { useEffect } from "react";
import { WordLink } from "@/components/admin/word-link";
import { EventConnection } from "@/components/live/event-connection";
import { useRefresh } from "@/components/live/use-refresh";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { said } from "@/components/ui/live-region";
import { TimeWithAge } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import { type Arrival, adviseOnMissed } from "@/lib/alerting/deliveries/arrival";
import type { TenancyDetails } from "@/lib/farm/tenancies/contract";
import { IdOffer, RefusedOffer } from "../offers";
import { WebhookAddressField } from "../tenancy-fields";

/** Rejected and quarantined deliveries raise no event, so the page polls. */
const POLL_MS = 5_000;

/** The stage of the service's own first notification: waits for it, and shows what came instead. */
export function ArrivalStage({
  tenancy,
  webhookAddress,
  arrival: { firstAt, missed, carriedId },
  admissible,
}: {
  tenancy: TenancyDetails;
  webhookAddress: string;
  arrival: Arrival;
  admissible: Promise<number>;
}) {
  const words = useWords();
  const { t } = words;
  const { tenantId, signatureHeader: header } = tenancy;
  useRefreshOnArrival(tenantId, firstAt === null);
  // The offer of the id that came says all of these at once.
  const others = missed.filter(({ otherTenantId }) => carriedId === null || otherTenantId !== carriedId);
  const isWaiting = firstAt === null && carriedId === null;
  return (
    <>
      <IdOffer tenancy={tenancy} carriedId={carriedId} page="/admin/connect" />
      {(firstAt || isWaiting) && (
        <p ref={said} className="flex gap-2.5">
          <Icon
            name={firstAt ? "ok" : "clock"}
            className={cx("mt-0.5 size-4.5 shrink-0", firstAt ? "text-healthy" : "text-accent")}
          />
          {firstAt ? (
            <span>
              {rich(words, "admin.connect.arrival.came", {
                b: <span className="font-medium" />,
                time: <TimeWithAge at={firstAt} />,
              })}
            </span>
          ) : (
            <span>
              <span className="font-medium">{t("admin.connect.arrival.waiting")}</span>{" "}
              <span className="text-ink-2">{t("admin.connect.arrival.waitingText")}</span>
            </span>
          )}
        </p>
      )}
      {isWaiting && <WebhookAddressField address={webhookAddress} />}
      {firstAt === null && others.length > 0 && (
        <section aria-label={t("admin.connect.arrival.instead")} className="rounded-2 border border-line">
          <h3 className="border-b border-hairline px-3.5 py-2.5">
            {t("admin.connect.arrival.insteadTitle")}
          </h3>
          <ul className="divide-y divide-hairline">
            {others.map((request) => (
              <li key={request.id} className="grid gap-0.5 px-3.5 py-2.5 text-sm">
                <p>
                  <WordLink href={`/admin/deliveries?id=${request.id}`}>
                    <span>
                      {rich(
                        words,
                        request.outcome === "rejected"
                          ? "admin.connect.arrival.rejected"
                          : "admin.connect.arrival.quarantined",
                        { time: <TimeWithAge at={request.at} /> },
                      )}
                    </span>
                  </WordLink>
                </p>
                {request.reason && <p className="wrap-anywhere">{request.reason}.</p>}
                <p className="wrap-anywhere text-ink-2">
                  {adviseOnMissed(words, request, { tenantId, header })}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <RefusedOffer tenantId={tenantId} admissible={admissible} />
    </>
  );
}

/** Refreshes the page when an alert of the tenancy arrives, and at an interval. */
function useRefreshOnArrival(tenantId: string, on: boolean): void {
  const refresh = useRefresh();
  useEffect(() => {
    if (!on) return;
    const connection = new EventConnection({
      concerns: (changed) => changed === tenantId,
      onChanges: async (changes) => {
        if (changes.has("alert")) refresh();
      },
      onBack: refresh,
    });
    connection.start();
    const timer = setInterval(() => document.visibilityState === "visible" && refresh(), POLL_MS);
    return () => {
      connection.stop();
      clearInterval(timer);
    };
  }, [on, refresh, tenantId]);
}
