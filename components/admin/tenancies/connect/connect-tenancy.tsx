"use client";

import { type ReactNode, useState } from "react";
import { WordButton } from "@/components/forms/word-button";
import { LinkButton } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import type { Arrival } from "@/lib/alerting/deliveries/arrival";
import type { TenancyDetails } from "@/lib/farm/tenancies/contract";
import { ArrivalStage } from "./arrival-stage";
import { SecretStage } from "./secret-stage";
import { AddressStage, ClientStage, DataStage, SiteStage, type StageProps } from "./stages";
import { describeStages, firstOpen } from "./summaries";
import { useTrials } from "./use-stage";

const NONE_OPEN = -1;

/** Index of the stage that waits for the first notification; it has no button. */
const LAST = 5;

/** Connects a tenancy in stages, each saved and tested before the next; it can be resumed later. */
export function ConnectTenancy(props: {
  tenancy: TenancyDetails;
  webhookAddress: string;
  arrival: Arrival;
  /** How many refused requests a secret of the tenancy fits; told when it is known. */
  admissible: Promise<number>;
}) {
  const { tenancy, arrival } = props;
  const { trials, ...found } = useTrials(tenancy);
  const stages = describeStages(tenancy, arrival.firstAt, trials);
  const [at, setAt] = useState(() => firstOpen(stages));
  const shared: StageProps = { tenancy, ...found, onNext: () => setAt(at + 1) };
  const forms: ReactNode[] = [
    <SiteStage key="site" {...shared} />,
    <AddressStage key="addresses" {...shared} />,
    <ClientStage key="client" {...shared} />,
    <DataStage key="history" {...shared} />,
    <SecretStage key="webhook" {...shared} address={props.webhookAddress} />,
    <ArrivalStage
      key="arrival"
      tenancy={tenancy}
      address={props.webhookAddress}
      arrival={arrival}
      admissible={props.admissible}
    />,
  ];
  const left = stages.filter(({ done }) => !done).length;
  return (
    <>
      <Panel label="Steps">
        <ol>
          {stages.map((stage, nth) => (
            <Stage
              key={stage.title}
              nth={nth + 1}
              {...stage}
              open={nth === at}
              // That it came is all that the last one holds.
              onOpen={nth === LAST && stage.done ? undefined : () => setAt(nth)}
            >
              {forms[nth]}
            </Stage>
          ))}
        </ol>
      </Panel>
      <div className="mt-4 flex flex-wrap items-center gap-3 text-sm text-ink-2">
        <p className="min-w-0 flex-1" role="status">
          {left === 0
            ? "All is connected: alerts arrive, and history is fetched by itself."
            : `${left} of ${stages.length} steps left. What is done is stored: leave and come back as you like.`}
        </p>
        {left === 0 ? (
          <LinkButton variant={at === NONE_OPEN || at === LAST ? "primary" : "outline"} href="/">
            To Now
          </LinkButton>
        ) : (
          <Link
            href={`/admin/tenancies/${encodeURIComponent(tenancy.tenantId)}`}
            className="font-medium text-accent no-underline touch:inline-flex touch:h-target touch:items-center"
          >
            All settings
          </Link>
        )}
      </div>
    </>
  );
}

/** One stage of connecting a tenancy: its state, its name, in a line what is stored, and when open its form. */
export function Stage({
  nth,
  title,
  done,
  summary,
  open,
  onOpen,
  children,
}: {
  nth: number;
  title: string;
  done: boolean;
  /** What is stored, or what is missing; shown while it is closed. */
  summary: ReactNode;
  open: boolean;
  /** Missing where it cannot be opened yet. */
  onOpen?: (() => void) | undefined;
  children?: ReactNode;
}) {
  return (
    <li aria-current={open ? "step" : undefined} className="border-b border-hairline last:border-b-0">
      <div className={cx("flex gap-3 px-4 sm:px-5", open ? "pt-4 pb-1" : "py-3.5")}>
        <Icon
          name={done ? "ok" : "waiting"}
          className={cx("mt-0.5 size-4.5 shrink-0", done ? "text-healthy" : "text-ink-3")}
        />
        <div className="min-w-0 flex-1">
          <h2 className={cx(!open && !done && "text-ink-2")}>
            {nth}. {title}
            <span className="sr-only">, {done ? "done" : "open"}</span>
          </h2>
          {!open && <p className="mt-0.5 text-sm wrap-anywhere text-ink-2">{summary}</p>}
        </div>
        {!open && onOpen && (
          <WordButton label={`${done ? "Change" : "Open"} ${title}`} onClick={onOpen} className="self-start">
            {done ? "Change" : "Open"}
          </WordButton>
        )}
      </div>
      {open && <div className="grid max-w-175 gap-4 px-4 pt-2 pb-5 sm:pr-5 sm:pl-12.5">{children}</div>}
    </li>
  );
}
