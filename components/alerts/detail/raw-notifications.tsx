"use client";
import { CopyButton } from "@/components/forms/word-button";
import { ReadError } from "@/components/live/read-error";
import { useTenantEndpoint } from "@/components/live/use-endpoint";
import { SkeletonRows } from "@/components/ui/states";
import { useClock } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import { rawNotifications } from "@/lib/alerting/alerts/detail-contract";
import { utcInstant } from "@/lib/base/core/time";

/** The notifications of an alert with their bodies: indented on the page, copied as received. */
export function RawNotifications({ alertId }: { alertId: string }) {
  const { t, siteDateTime } = useWords();
  const { zone } = useClock();
  const read = useTenantEndpoint(rawNotifications, { params: { alertId } });
  const { data, error } = read;
  if (!data) return error ? <ReadError of={read} /> : <SkeletonRows label={t("alerts.raw.loading")} />;
  return (
    <ol className="grid gap-5">
      {data.items.map((one, nth) => (
        <li key={one.notificationId ?? `${one.event} ${one.receivedAt} ${nth}`}>
          <div className="mb-1.5 flex flex-wrap items-center gap-x-3">
            <h3 className="flex-1">{one.event}</h3>
            {one.body !== null && <CopyButton text={one.body} />}
          </div>
          <p className="mb-2 text-sm wrap-anywhere text-ink-3">
            {t("alerts.raw.received", {
              time: siteDateTime(new Date(one.receivedAt), zone),
              utc: utcInstant(new Date(one.receivedAt)),
            })}
            {one.requestId && `; ${t("alerts.raw.request", { id: one.requestId })}`}
          </p>
          {one.body === null ? (
            <p className="text-sm text-ink-3">{t("alerts.raw.dropped")}</p>
          ) : (
            <pre className="overflow-x-auto rounded-2 bg-sunken px-3.5 py-3 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap">
              {indented(one.body)}
            </pre>
          )}
        </li>
      ))}
    </ol>
  );
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
