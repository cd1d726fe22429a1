"use client";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { TimeWithAge } from "@/components/ui/time";
import type { DeliveryDetail } from "@/lib/alerting/deliveries/contract";
import { isTooLarge, type Signer } from "@/lib/alerting/deliveries/log";

type Delivery = DeliveryDetail & { signer: Signer };

const STATUS = { accepted: 200, duplicate: 200, quarantined: 202, spooled: 202, rejected: 401 } as const;

/** What came, what the sender was answered, and what became of it. */
export function DeliveryFacts({ delivery }: { delivery: Delivery }) {
  const { signer, signatureHeaders, request } = delivery;
  return (
    <dl className="grid grid-cols-[--spacing(29)_minmax(0,1fr)] gap-x-3 gap-y-1.5 px-4 py-3.5 sm:px-5 text-sm">
      <Fact name="Signature" value={signatureOf(delivery)} />
      <Fact name="Signature in" value={(request?.signatureIn ?? signatureHeaders)?.join(", ")} />
      <Fact name="Signer" value={signer?.tenancyName} />
      <Fact name="Notification" value={delivery.notificationId} />
      <Fact name="Alert" value={delivery.alertId && <AlertId delivery={delivery} />} />
      <Fact name="Request id" value={delivery.requestId} />
      <Fact name="Answered" value={answerOf(delivery)} />
      <Fact name="Became" value={delivery.answered && <Became delivery={delivery} />} />
      <Fact name="Size" value={`${delivery.bytes.toLocaleString("en")} bytes`} />
      <Fact name="From address" value={request?.peer} />
      <Fact name="User-Agent" value={request?.userAgent} />
      <Fact name="Content-Type" value={request?.contentType} />
      <Fact name="Content-Length" value={request?.contentLength} />
    </dl>
  );
}

function answerOf({ answered, outcome, answeredInMs, bytes }: Delivery): string {
  const first = answered ?? outcome;
  const status = first === "rejected" && isTooLarge(bytes) ? 413 : STATUS[first];
  return `${status} ${first}${answeredInMs === null ? "" : `, in ${answeredInMs} ms`}`;
}

function Became({ delivery: { outcome, settledAt, settledBy } }: { delivery: Delivery }) {
  return (
    <>
      {outcome}
      {settledAt && (
        <>
          , <TimeWithAge at={settledAt} />
        </>
      )}
      {settledBy && `, by ${settledBy}`}
    </>
  );
}

function AlertId({ delivery: { alertId, outcome, test } }: { delivery: Delivery }) {
  if (!alertId) return null;
  if (test || outcome === "quarantined" || outcome === "rejected") return alertId;
  return (
    <Link
      href={`/alerts/${encodeURIComponent(alertId)}`}
      className="text-accent touch:inline-flex touch:min-h-target touch:items-center"
    >
      {alertId}
    </Link>
  );
}

function signatureOf({ signer, outcome, signatureHeaders, bytes }: Delivery): string {
  if (outcome === "rejected" && isTooLarge(bytes)) return "not looked at";
  if (!signer && outcome !== "rejected") return "right";
  if (!signer && signatureHeaders) return signatureHeaders.length === 0 ? "missing" : "wrong";
  if (!signer) return "missing or wrong";
  if (signer.retired) return "right, by a secret that was retired since";
  return `right, secret ${signer.secret} of ${signer.secrets}`;
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  if (!value) return null;
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="wrap-anywhere">{value}</dd>
    </>
  );
}
