"use client";

import { type ReactNode, useState } from "react";
import { CopyButton, WordButton } from "@/components/forms/word-button";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/choices";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Age, TimeWithAge } from "@/components/ui/time";
import type { DeliveryDetail } from "@/lib/alerting/deliveries/contract";
import {
  isReplayable,
  isTooLarge,
  type ListFilter,
  memberAtFault,
  type Signer,
  signedWords,
} from "@/lib/alerting/deliveries/list";
import { SidePanel } from "../side-panel";
import { listAddress, outcomeIcon, outcomeWord, ReceivedTime } from "./delivery-parts";
import { REPLAY_VERBS } from "./delivery-table";
import { IsSetAside, SetAsideButton } from "./set-aside";
import { useReplay } from "./use-replay";

type Delivery = DeliveryDetail & { signer: Signer };

/** One delivery: the reason for its outcome, its facts and its body. */
export function DeliveryPanel({ delivery, filter }: { delivery: Delivery; filter: ListFilter }) {
  return (
    <SidePanel label="One delivery" from="lg">
      <header className="flex items-start gap-2.5 px-4 pt-4 pb-3.5 sm:px-5">
        <Icon name={outcomeIcon(delivery.outcome)} className="mt-0.5 size-4.5 shrink-0" />
        <div className="min-w-0 flex-1">
          <h2>{delivery.test ? "Test of our own" : `${outcomeWord(delivery.outcome)} delivery`}</h2>
          <p className="text-sm text-ink-3">
            <ReceivedTime at={delivery.receivedAt} />, <Age at={delivery.receivedAt} />
          </p>
        </div>
        <Link
          href={listAddress(filter, { id: undefined })}
          scroll={false}
          aria-label="Close"
          title="Close"
          className="inline-grid size-7 shrink-0 place-items-center rounded-2 text-ink-2 hover:bg-hover touch:size-target"
        >
          <Icon name="close" className="size-4.5" />
        </Link>
      </header>
      <Reason delivery={delivery} />
      <DeliveryFacts delivery={delivery} />
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
  const replay = useReplay();
  const { id, outcome, reason, settledAt, setAside } = delivery;
  return (
    <section className="border-y border-hairline bg-page px-4 py-3.5 sm:px-5">
      <h3>{title}</h3>
      <p className="mt-1 text-sm wrap-anywhere text-ink-2">
        {reason && `${sentence(reason)} `}
        {text}
      </p>
      <div className="mt-2.5 flex flex-wrap items-center gap-3 empty:hidden">
        {isReplayable(outcome) && delivery.body !== null && (
          <Button
            variant="primary"
            icon="again"
            pending={replay.pending}
            onClick={() => void replay.chosen([id])}
          >
            {REPLAY_VERBS[outcome]}
          </Button>
        )}
        {outcome === "quarantined" && !delivery.test && !setAside && (
          <SetAsideButton which={{ ids: [id] }} words="Set it aside" />
        )}
        {reason && (
          <CopyButton text={reason} className="-ml-1">
            Copy the reason
          </CopyButton>
        )}
      </div>
      {setAside && <IsSetAside id={id} setAside={setAside} />}
      {replay.fault && (
        <p role="alert" className="mt-2 text-sm font-medium">
          {replay.fault}
        </p>
      )}
      {isReplayable(outcome) && (
        <p className="mt-2 text-sm text-ink-3">
          Tried{" "}
          {settledAt ? (
            <>
              <TimeWithAge at={settledAt} />, by {delivery.settledBy}
            </>
          ) : (
            "on arrival only"
          )}
          . {NEXT[outcome]}
        </p>
      )}
    </section>
  );
}

const NEXT = {
  quarantined: "After an update it is replayed by itself.",
  rejected: "It is removed seven days after it came.",
};

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

function wordsOf({ outcome, answered, signer, test, bytes, body }: Delivery): {
  title: string;
  text: string;
} {
  if (test)
    return {
      title: `Sent from here, signed for ${signer?.tenancyName ?? "a tenancy"}`,
      text: "It went the whole way of a real one. No alert was made of it, and it counts nowhere.",
    };
  if (outcome !== "rejected") {
    const [end, text] = signedWords({ outcome, answered });
    return { title: `${signer ? `Signed by ${signer.tenancyName}` : "Signed"}${end}`, text };
  }
  if (body !== null)
    return {
      title: "No secret fits",
      text: "Either the sender is not the service, or its secret or header differs from every stored one. Correct it on the tenancy's page, then check again.",
    };
  return isTooLarge(bytes)
    ? { title: "Too large", text: "It cannot be checked again." }
    : { title: "No secret fits", text: "It was too long to be kept, so that it cannot be checked again." };
}

const STATUS = { accepted: 200, duplicate: 200, quarantined: 202, spooled: 202, rejected: 401 } as const;

/** The facts of a delivery: signature, answer, outcome, request. */
function DeliveryFacts({ delivery }: { delivery: Delivery }) {
  const { alertId, outcome, signer, signatureHeaders, request, settledAt, settledBy } = delivery;
  const alertLink = alertId && (
    <Link
      href={`/alerts/${encodeURIComponent(alertId)}`}
      className="text-accent touch:inline-flex touch:min-h-target touch:items-center"
    >
      {alertId}
    </Link>
  );
  return (
    <dl className="grid grid-cols-[--spacing(29)_minmax(0,1fr)] gap-x-3 gap-y-1.5 px-4 py-3.5 sm:px-5 text-sm">
      <Fact name="Signature" value={signatureOf(delivery)} />
      <Fact name="Signature in" value={(request?.signatureIn ?? signatureHeaders)?.join(", ")} />
      <Fact name="Signer" value={signer?.tenancyName} />
      <Fact name="Notification" value={delivery.notificationId} />
      <Fact name="Alert" value={delivery.test || isReplayable(outcome) ? alertId : alertLink} />
      <Fact name="Request id" value={delivery.requestId} />
      <Fact name="Answered" value={answerOf(delivery)} />
      {delivery.answered && (
        <Fact
          name="Became"
          value={
            <>
              {outcome}
              {settledAt && (
                <>
                  , <TimeWithAge at={settledAt} />
                </>
              )}
              {settledBy && `, by ${settledBy}`}
            </>
          }
        />
      )}
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

/** The body of a delivery: indented JSON, or raw. Copies and files are raw. */
function DeliveryBody({ body, name, mark }: { body: string; name: string; mark: string | null }) {
  const [raw, setRaw] = useState(false);
  const formatted = formatJson(body);
  const lines = (raw ? body : (formatted ?? body)).split("\n").map((text, nth) => ({ id: `${nth}`, text }));
  const save = () => {
    const address = URL.createObjectURL(new Blob([body], { type: "application/json" }));
    const link = Object.assign(document.createElement("a"), { href: address, download: `${name}.json` });
    link.click();
    URL.revokeObjectURL(address);
  };
  return (
    <section aria-label="Body" className="px-4 pt-1 pb-5 sm:px-5">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h3 className="flex-1 max-sm:basis-full">Body</h3>
        {formatted !== null && (
          <Segmented
            label="Body shown"
            options={[
              { value: "laid-out", label: "Laid out" },
              { value: "raw", label: "As it came" },
            ]}
            value={raw ? "raw" : "laid-out"}
            onChange={(value) => setRaw(value === "raw")}
          />
        )}
        <WordButton onClick={save}>Save as a file</WordButton>
        <CopyButton text={body} />
      </div>
      <pre className="overflow-hidden rounded-2 bg-sunken py-3 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap">
        {lines.map(({ id, text }) => (
          <Line key={id} text={text} marked={mark !== null && text.trimStart().startsWith(`"${mark}"`)} />
        ))}
      </pre>
    </section>
  );
}

function Line({ text, marked }: { text: string; marked: boolean }) {
  if (!marked) return <span className="block min-h-5 px-3.5">{text}</span>;
  return (
    <mark className="block border-l-3 border-ink-1 bg-surface pr-3.5 pl-2.75 font-strong text-ink-1">
      {text}
    </mark>
  );
}

/** The body as indented JSON; null if it is not JSON. */
function formatJson(body: string): string | null {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return null;
  }
}
