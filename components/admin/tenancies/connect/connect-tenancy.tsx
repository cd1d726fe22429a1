"use client";

import { type ReactNode, useState } from "react";
import { WordLink } from "@/components/admin/word-link";
import { useSite } from "@/components/live/site-context";
import { LinkButton } from "@/components/ui/button";
import { said } from "@/components/ui/live-region";
import { Panel } from "@/components/ui/panel";
import { useWords } from "@/components/words/words";
import type { Arrival } from "@/lib/alerting/deliveries/arrival";
import { sitePrefix, withPrefix } from "@/lib/base/request/site-path";
import type { TenancyDetails } from "@/lib/farm/tenancies/contract";
import type { NextSteps as NextStepsState } from "@/lib/operations/connecting/next-steps";
import { ArrivalStage } from "./arrival-stage";
import { NextSteps } from "./next-steps";
import { Stage } from "./stage";
import { AddressStage, ClientStage, DataStage, SecretStage, SiteStage, type StageProps } from "./stages";
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
  /** Number of rejected requests that a secret of the tenancy verifies; resolves late. */
  admissible: Promise<number>;
  nextSteps: NextStepsState;
}) {
  const words = useWords();
  const { t } = words;
  const { tenancy, arrival, nextSteps } = props;
  const { trials, ...found } = useTrials(tenancy);
  const stages = describeStages(words, tenancy, arrival.firstAt, trials);
  const [at, setAt] = useState(() => firstOpen(stages));
  const shared: StageProps = { tenancy, ...found, onNext: () => setAt(at + 1) };
  const forms: ReactNode[] = [
    <SiteStage key="site" {...shared} />,
    <AddressStage key="addresses" {...shared} />,
    <ClientStage key="client" {...shared} />,
    <DataStage key="history" {...shared} />,
    <SecretStage key="webhook" {...shared} address={props.webhookAddress} />,
    <ArrivalStage key="arrival" {...props} />,
  ];
  const ofSite = sitePrefix(tenancy.slug, useSite().tenancies.length < 2);
  const left = stages.filter(({ done }) => !done).length;
  return (
    <>
      <Panel label={t("admin.connect.steps")}>
        <ol>
          {stages.map((stage, nth) => (
            <Stage
              key={stage.title}
              nth={nth + 1}
              {...stage}
              open={nth === at}
              // Once the first notification has come, nothing is left to do there.
              onOpen={nth === LAST && stage.done ? undefined : () => setAt(nth)}
            >
              {forms[nth]}
            </Stage>
          ))}
        </ol>
      </Panel>
      <div className="mt-4 flex flex-wrap items-center gap-3 text-sm text-ink-2">
        <p className="min-w-0 flex-1" ref={said}>
          {left === 0 ? t("admin.connect.allDone") : t("admin.connect.left", { left, all: stages.length })}
        </p>
        {left === 0 ? (
          <LinkButton
            variant={at === NONE_OPEN || at === LAST ? "primary" : "outline"}
            href={withPrefix(ofSite, "/")}
          >
            {t("admin.connect.toNow")}
          </LinkButton>
        ) : (
          <WordLink href={`/admin/tenancies/${encodeURIComponent(tenancy.tenantId)}`}>
            {t("admin.connect.allSettings")}
          </WordLink>
        )}
      </div>
      {stages.every(({ done }, nth) => done || nth === LAST) && (
        <NextSteps tenantId={tenancy.tenantId} steps={nextSteps} />
      )}
    </>
  );
}
