"use client";

import { type ReactNode, useState } from "react";
import { CopyButton, WordButton } from "@/components/forms/word-button";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/choices";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Age, TimeWithAge } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import type { DeliveryDetail } from "@/lib/alerting/deliveries/contract";
import {
  isReplayable,
  isTooLarge,
  type ListFilter,
  memberAtFault,
  type Signer,
  signedWords,
} from "@/lib/alerting/deliveries/list";
import type { Words } from "@/lib/base/words/words";
import { SidePanel } from "../side-panel";
import { listAddress, outcomeIcon, outcomeWord, ReceivedTime } from "./delivery-parts";
import { REPLAY_VERBS } from "./delivery-table";
import { IsSetAside, SetAsideButton } from "./set-aside";
import { useReplay } from "./use-replay";

type Delivery = DeliveryDetail & { signer: Signer };

/** One delivery: the reason for its outcome, its facts and its body. */
export function DeliveryPanel({ delivery, filter }: { delivery: Delivery; filter: ListFilter }) {
  const { t } = useWords();
  return (
    <SidePanel label={t("admin.deliveries.panel.label")} from="lg">
      <header className="flex items-start gap-2.5 px-4 pt-4 pb-3.5 sm:px-5">
        <Icon name={outcomeIcon(delivery.outcome)} className="mt-0.5 size-4.5 shrink-0" />
        <div className="min-w-0 flex-1">
          <h2>{t(delivery.test ? "admin.deliveries.panel.test" : TITLES[delivery.outcome])}</h2>
          <p className="text-sm text-ink-3">
            <ReceivedTime at={delivery.receivedAt} />, <Age at={delivery.receivedAt} />
          </p>
        </div>
        <Link
          href={listAddress(filter, { id: undefined })}
          scroll={false}
          aria-label={t("ui.close")}
          title={t("ui.close")}
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

const TITLES = {
  accepted: "admin.deliveries.panel.accepted",
  duplicate: "admin.deliveries.panel.duplicate",
  quarantined: "admin.deliveries.panel.quarantined",
  spooled: "admin.deliveries.panel.spooled",
  rejected: "admin.deliveries.panel.rejected",
} as const;

function Reason({ delivery }: { delivery: Delivery }) {
  const words = useWords();
  const { t } = words;
  const { title, text } = wordsOf(words, delivery);
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
            {t(REPLAY_VERBS[outcome])}
          </Button>
        )}
        {outcome === "quarantined" && !delivery.test && !setAside && (
          <SetAsideButton which={{ ids: [id] }} title={t("admin.deliveries.again.setAside", { count: 1 })} />
        )}
        {reason && (
          <CopyButton text={reason} className="-ml-1">
            {t("admin.deliveries.panel.copyReason")}
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
          {settledAt
            ? rich(words, TRIED[outcome].again, {
                time: <TimeWithAge at={settledAt} />,
                name: delivery.settledBy ?? "",
              })
            : t(TRIED[outcome].onArrival)}
        </p>
      )}
    </section>
  );
}

const TRIED = {
  quarantined: {
    onArrival: "admin.deliveries.panel.quarantinedOnArrival",
    again: "admin.deliveries.panel.quarantinedTried",
  },
  rejected: {
    onArrival: "admin.deliveries.panel.rejectedOnArrival",
    again: "admin.deliveries.panel.rejectedTried",
  },
} as const;

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

function wordsOf(
  words: Words,
  { outcome, answered, signer, test, bytes, body }: Delivery,
): { title: string; text: string } {
  const { t } = words;
  if (test)
    return {
      title: signer
        ? t("admin.deliveries.panel.testTitle", { site: signer.tenancyName })
        : t("admin.deliveries.panel.testTitleUnknown"),
      text: t("admin.deliveries.panel.testText"),
    };
  if (outcome !== "rejected") return signedWords(words, { outcome, answered, signer });
  if (body !== null)
    return { title: t("admin.deliveries.panel.noSecret"), text: t("admin.deliveries.panel.noSecretText") };
  return isTooLarge(bytes)
    ? { title: t("admin.deliveries.panel.tooLarge"), text: t("admin.deliveries.panel.tooLargeText") }
    : { title: t("admin.deliveries.panel.noSecret"), text: t("admin.deliveries.panel.notKept") };
}

const STATUS = { accepted: 200, duplicate: 200, quarantined: 202, spooled: 202, rejected: 401 } as const;

/** The facts of a delivery: signature, answer, outcome, request. */
function DeliveryFacts({ delivery }: { delivery: Delivery }) {
  const words = useWords();
  const { t } = words;
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
      <Fact name={t("admin.deliveries.fact.signature")} value={signatureOf(words, delivery)} />
      <Fact
        name={t("admin.deliveries.fact.signatureIn")}
        value={(request?.signatureIn ?? signatureHeaders)?.join(", ")}
      />
      <Fact name={t("admin.deliveries.fact.signer")} value={signer?.tenancyName} />
      <Fact name={t("admin.deliveries.fact.notification")} value={delivery.notificationId} />
      <Fact
        name={t("admin.deliveries.fact.alert")}
        value={delivery.test || isReplayable(outcome) ? alertId : alertLink}
      />
      <Fact name={t("admin.deliveries.fact.requestId")} value={delivery.requestId} />
      <Fact name={t("admin.deliveries.fact.answered")} value={answerOf(words, delivery)} />
      {delivery.answered && (
        <Fact
          name={t("admin.deliveries.fact.became")}
          value={
            settledAt
              ? rich(words, settledBy ? "admin.deliveries.fact.becameBy" : "admin.deliveries.fact.becameAt", {
                  outcome: t(outcomeWord(outcome)),
                  time: <TimeWithAge at={settledAt} />,
                  name: settledBy ?? "",
                })
              : t(outcomeWord(outcome))
          }
        />
      )}
      <Fact
        name={t("admin.deliveries.fact.size")}
        value={t("admin.deliveries.fact.bytes", { count: delivery.bytes })}
      />
      <Fact name={t("admin.deliveries.fact.from")} value={request?.peer} />
      <Fact name="User-Agent" value={request?.userAgent} />
      <Fact name="Content-Type" value={request?.contentType} />
      <Fact name="Content-Length" value={request?.contentLength} />
    </dl>
  );
}

function answerOf({ t }: Words, { answered, outcome, answeredInMs, bytes }: Delivery): string {
  const first = answered ?? outcome;
  const status = first === "rejected" && isTooLarge(bytes) ? 413 : STATUS[first];
  const answer = `${status} ${first}`;
  return answeredInMs === null
    ? answer
    : t("admin.deliveries.fact.answeredIn", { answer, count: answeredInMs });
}

function signatureOf({ t }: Words, { signer, outcome, signatureHeaders, bytes }: Delivery): string {
  if (outcome === "rejected" && isTooLarge(bytes)) return t("admin.deliveries.fact.notChecked");
  if (!signer && outcome !== "rejected") return t("admin.deliveries.fact.right");
  if (!signer && signatureHeaders)
    return t(signatureHeaders.length === 0 ? "admin.deliveries.fact.missing" : "admin.deliveries.fact.wrong");
  if (!signer) return t("admin.deliveries.fact.missingOrWrong");
  if (signer.retired) return t("admin.deliveries.fact.retired");
  return t("admin.deliveries.fact.secret", { nth: signer.secret, all: signer.secrets });
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
  const { t } = useWords();
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
    <section aria-label={t("admin.deliveries.body.title")} className="px-4 pt-1 pb-5 sm:px-5">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h3 className="flex-1 max-sm:basis-full">{t("admin.deliveries.body.title")}</h3>
        {formatted !== null && (
          <Segmented
            label={t("admin.deliveries.body.shown")}
            options={[
              { value: "laid-out", label: t("admin.deliveries.body.formatted") },
              { value: "raw", label: t("admin.deliveries.body.raw") },
            ]}
            value={raw ? "raw" : "laid-out"}
            onChange={(value) => setRaw(value === "raw")}
          />
        )}
        <WordButton onClick={save}>{t("admin.deliveries.body.save")}</WordButton>
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
