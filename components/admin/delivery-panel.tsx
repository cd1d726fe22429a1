"use client";
import Link from "next/link";
import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import { TimeWithAge } from "@/components/ui/time";
import type { DeliveryDetail } from "@/lib/deliveries/contract";
import { type LogFilter, memberAtFault, type Signer } from "@/lib/deliveries/log";
import { CopyButton } from "./copy-button";
import { logAddress } from "./delivery-address";
import { DeliveryBody } from "./delivery-body";
import { outcomeIcon, outcomeWord } from "./delivery-outcome";
import { SidePanel } from "./side-panel";

type Delivery = DeliveryDetail & { signer: Signer };

const STATUS = { accepted: 200, duplicate: 200, quarantined: 202, spooled: 202, rejected: 401 } as const;

/** One delivery: why it ended as it did, its facts, its bytes. */
export function DeliveryPanel({ delivery, filter }: { delivery: Delivery; filter: LogFilter }) {
  return (
    <SidePanel label="One delivery" from="lg">
      <header className="flex items-start gap-2.5 px-5 pt-4 pb-3.5">
        <Icon name={outcomeIcon(delivery.outcome)} className="mt-0.5 size-4.5 shrink-0" />
        <div className="min-w-0 flex-1">
          <h2>{outcomeWord(delivery.outcome)} delivery</h2>
          <p className="text-sm text-ink-3">
            <TimeWithAge at={delivery.receivedAt} />
          </p>
        </div>
        <Link
          href={logAddress(filter, { id: undefined })}
          scroll={false}
          aria-label="Close"
          title="Close"
          className="inline-grid size-7 shrink-0 place-items-center rounded-2 text-ink-2 hover:bg-hover touch:size-target"
        >
          <Icon name="close" className="size-4.5" />
        </Link>
      </header>
      <Reason delivery={delivery} />
      <Facts delivery={delivery} />
      {delivery.body !== null && (
        <DeliveryBody
          body={delivery.body}
          name={`delivery-${delivery.id}`}
          mark={memberAtFault(delivery.reason, delivery.body)}
        />
      )}
    </SidePanel>
  );
}

function Reason({ delivery }: { delivery: Delivery }) {
  const { title, text } = wordsOf(delivery);
  return (
    <section className="border-y border-hairline bg-page px-5 py-3.5">
      <h3>{title}</h3>
      <p className="mt-1 text-sm wrap-anywhere text-ink-2">
        {delivery.reason && `${sentence(delivery.reason)} `}
        {text}
      </p>
      {delivery.reason && (
        <CopyButton text={delivery.reason} className="mt-2 -ml-1">
          Copy the reason
        </CopyButton>
      )}
    </section>
  );
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

function wordsOf({ outcome, signer }: Delivery): { title: string; text: string } {
  const by = signer ? `Signed by ${signer.tenancyName}` : "Signed";
  switch (outcome) {
    case "accepted":
      return { title: `${by}, understood and applied`, text: "It stands in the time line of its alert." };
    case "duplicate":
      return { title: `${by}, kept before`, text: "Nothing was changed by it." };
    case "quarantined":
      return {
        title: `${by}, but not understood`,
        text: "The whole body is kept. No alert was made from it, and the sender will not repeat it.",
      };
    case "spooled":
      return {
        title: `${by}, and written to the spool`,
        text: "The database was out of reach. It is applied when the database is back.",
      };
    case "rejected":
      return {
        title: "No secret fits",
        text: "Either the sender is not the service, or its secret differs from every stored one. Compare the webhook secret on the tenancy's page.",
      };
  }
}

function Facts({ delivery }: { delivery: Delivery }) {
  const { signer, answeredInMs, outcome } = delivery;
  const answered = `${STATUS[outcome]} ${outcome}${answeredInMs === null ? "" : `, in ${answeredInMs} ms`}`;
  return (
    <dl className="grid grid-cols-[--spacing(29)_minmax(0,1fr)] gap-x-3 gap-y-1.5 px-5 py-3.5 text-sm">
      <Fact name="Signature" value={signatureOf(signer, outcome)} />
      <Fact name="Signer" value={signer?.tenancyName ?? null} />
      <Fact name="Notification" value={delivery.notificationId} />
      <Fact
        name="Alert"
        value={
          delivery.alertId && outcome !== "quarantined" && outcome !== "rejected" ? (
            <Link href={`/alerts/${encodeURIComponent(delivery.alertId)}`} className="text-accent">
              {delivery.alertId}
            </Link>
          ) : (
            delivery.alertId
          )
        }
      />
      <Fact name="Request id" value={delivery.requestId} />
      <Fact name="Answered" value={answered} />
      <Fact name="Size" value={`${delivery.bytes.toLocaleString("en")} bytes`} />
    </dl>
  );
}

function signatureOf(signer: Signer, outcome: Delivery["outcome"]): string {
  if (!signer) return outcome === "rejected" ? "missing or wrong" : "right";
  if (signer.retired) return "right, by a secret that was removed since";
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
