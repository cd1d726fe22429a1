"use client";
import { CopyButton } from "@/components/forms/copy-button";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Age, TimeWithAge } from "@/components/ui/time";
import type { DeliveryDetail } from "@/lib/alerting/deliveries/contract";
import {
  isReplayable,
  isTooLarge,
  type LogFilter,
  memberAtFault,
  type Signer,
} from "@/lib/alerting/deliveries/log";
import { SidePanel } from "../side-panel";
import { logAddress } from "./delivery-address";
import { DeliveryBody } from "./delivery-body";
import { REPLAY_VERBS } from "./delivery-bulk";
import { DeliveryFacts } from "./delivery-facts";
import { outcomeIcon, outcomeWord } from "./delivery-outcome";
import { ReceivedTime } from "./received-time";
import { IsSetAside, SetAsideButton } from "./set-aside";
import { useReplay } from "./use-replay";

type Delivery = DeliveryDetail & { signer: Signer };

/** One delivery: why it ended as it did, its facts, its bytes. */
export function DeliveryPanel({ delivery, filter }: { delivery: Delivery; filter: LogFilter }) {
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

function wordsOf({ outcome, signer, test, bytes, body }: Delivery): { title: string; text: string } {
  if (test)
    return {
      title: `Sent from here, signed for ${signer?.tenancyName ?? "a tenancy"}`,
      text: "It went the whole way of a real one. No alert was made of it, and it counts nowhere.",
    };
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
        title: `${by}, and applied from the spool`,
        text: "The database was out of reach or slow when it came, so it was kept on disk and applied later.",
      };
    case "rejected":
      if (body === null)
        return {
          title: isTooLarge(bytes) ? "Too large" : "No secret fits",
          text: isTooLarge(bytes)
            ? "It cannot be checked again."
            : "It was too long to be kept, so that it cannot be checked again.",
        };
      return {
        title: "No secret fits",
        text: "Either the sender is not the service, or its secret or header differs from every stored one. Correct it on the tenancy's page, then check again.",
      };
  }
}
