"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { TestResult } from "@/components/admin/deliveries/send-test";
import { FaultLine } from "@/components/forms/form-parts";
import { Steps } from "@/components/forms/steps";
import { fieldless } from "@/components/forms/use-action";
import { useServerAction } from "@/components/live/use-server-action";
import { Button } from "@/components/ui/button";
import { PasswordField } from "@/components/ui/field";
import { useWords } from "@/components/words/words";
import type { TenancyDetails } from "@/lib/farm/tenancies/contract";
import { addWebhookSecret, replaceClientSecret, sendTest } from "@/lib/operations/connecting/actions";
import { ADDRESS_STEPS, CLIENT_STEPS, HISTORY_STEPS } from "@/lib/operations/connecting/connection-step";
import type { TestOutcome } from "@/lib/operations/connecting/test-outcome";
import { ClientSecret } from "../client-secret";
import { STEP_WORDS, toFacts } from "../connection-test";
import {
  AddressFields,
  ClientFields,
  HistoryFields,
  SignatureHeaderField,
  SiteFields,
  WebhookAddressField,
} from "../tenancy-fields";
import { WebhookSecretField, WebhookSecrets } from "../webhook-secrets";
import { type Findings, useStage } from "./use-stage";

export type StageProps = Findings & { tenancy: TenancyDetails; onNext: () => void };

/** The stage of the tenancy's name and time zone. */
export function SiteStage(props: StageProps) {
  const { t } = useWords();
  const stage = useStage(props, { onStored: props.onNext });
  return (
    <StageForm stage={stage} verb={t("forms.save")} isStored={false} onNext={props.onNext}>
      <SiteFields {...stage.part} />
    </StageForm>
  );
}

/** The stage of the service's addresses. */
export function AddressStage({ onNext, ...props }: StageProps) {
  const { t } = useWords();
  const { baseUrl, authUrl } = props.tenancy;
  const stage = useStage(props, { upTo: ADDRESS_STEPS });
  const faults = stage.test.steps.flatMap((step) => step.faults);
  const testFault = (member: string) => faults.find(({ parameter }) => parameter === member)?.message;
  return (
    <StageForm
      stage={stage}
      intro={t("admin.connect.addresses.intro")}
      steps={[1, ADDRESS_STEPS]}
      verb={t("admin.connect.addresses.verb")}
      isStored={Boolean(baseUrl && authUrl)}
      onNext={onNext}
    >
      <AddressFields {...stage.part} errorOf={(member) => stage.part.errorOf(member) ?? testFault(member)} />
    </StageForm>
  );
}

/** The stage of client id and secret. A secret that the service rejects is not stored. */
export function ClientStage({ onNext, ...props }: StageProps) {
  const { t } = useWords();
  const { tenancy, onSecretStored } = props;
  const [secret, setSecret] = useState("");
  const [refused, setRefused] = useState<string>();
  const { run } = useServerAction();
  const store = async () => {
    setRefused(undefined);
    if (!secret) return "";
    const result = await run(() => replaceClientSecret({ tenantId: tenancy.tenantId, clientSecret: secret }));
    if (!result.ok) {
      setRefused(result.error.message);
      // Tested anyway: the steps show the cause.
      return secret;
    }
    onSecretStored(result.value);
    setSecret("");
    return "";
  };
  const stage = useStage(props, { upTo: CLIENT_STEPS, store });
  const locked = stage.part.lockedOf("clientSecret");
  const { running, steps } = stage.test;
  const isSaid =
    running ||
    steps.some(({ state, outcome }) => state === "failed" && outcome && refused?.startsWith(outcome));
  return (
    <StageForm
      stage={{ ...stage, hasPassed: stage.hasPassed && !secret }}
      intro={t("admin.connect.client.intro")}
      steps={[CLIENT_STEPS, CLIENT_STEPS]}
      verb={t("admin.connect.client.verb")}
      isStored={Boolean(tenancy.clientId && tenancy.clientSecret)}
      onNext={onNext}
    >
      <ClientFields {...stage.part} />
      {tenancy.clientSecret || locked ? (
        <ClientSecret
          tenancy={tenancy}
          locked={locked}
          value={secret}
          onChange={setSecret}
          onStored={onSecretStored}
        />
      ) : (
        <PasswordField
          label={t("admin.connect.client.secret")}
          value={secret}
          onChange={(event) => setSecret(event.currentTarget.value)}
          error={refused && isSaid ? t("admin.connect.client.notStored") : refused}
          help={t("admin.tenancies.clientSecret.firstHelp")}
        />
      )}
    </StageForm>
  );
}

/** The stage of history: types, delay, period. Tested with a query of one day. */
export function DataStage({ onNext, ...props }: StageProps) {
  const { t } = useWords();
  const { syncEnabled, lockedFields } = props.tenancy;
  const isNew = !syncEnabled && !lockedFields.includes("syncEnabled");
  const stage = useStage(props, { upTo: HISTORY_STEPS, preset: isNew ? { syncEnabled: true } : {} });
  return (
    <StageForm
      stage={stage}
      intro={t("admin.connect.history.intro")}
      steps={[CLIENT_STEPS + 1, HISTORY_STEPS]}
      verb={t("admin.connect.history.verb")}
      isStored
      onNext={onNext}
    >
      <HistoryFields {...stage.part} />
    </StageForm>
  );
}

/** The stage of our address, the signature's header and secret; tested with a notification of our own. */
export function SecretStage({ address, onNext, ...props }: StageProps & { address: string }) {
  const { t } = useWords();
  const { tenantId, webhookSecrets } = props.tenancy;
  const [secret, setSecret] = useState("");
  const [fault, setFault] = useState<string>();
  const [outcome, setOutcome] = useState<TestOutcome | null>(null);
  const { run } = useServerAction();
  const storeAndSend = async () => {
    setFault(undefined);
    setOutcome(null);
    const stored = secret ? await run(() => addWebhookSecret({ tenantId, secret })) : null;
    if (stored?.ok) setSecret("");
    const result = stored && !stored.ok ? stored : await run(() => sendTest({ tenantId }));
    if (result.ok) setOutcome(result.value);
    else setFault(result.error.message);
    return "";
  };
  const stage = useStage(props, { store: storeAndSend });
  const none = webhookSecrets.length === 0;
  const hasPassed = outcome?.ok === true && !stage.changed;
  const verb = t(none ? "admin.connect.webhook.store" : "admin.connect.webhook.send");
  return (
    <StageForm
      stage={{ ...stage, hasPassed }}
      verb={verb}
      again={verb}
      pendingVerb={t("admin.connect.webhook.sending")}
      disabled={none && !secret}
      isStored={!none}
      onNext={onNext}
      result={
        <>
          {!none && fault && <FaultLine fault={{ message: fault }} />}
          {outcome && (
            <div className="rounded-2 border border-hairline px-4 py-3">
              <TestResult outcome={outcome} />
            </div>
          )}
        </>
      }
    >
      <ol className="grid list-decimal gap-1 pl-5 text-sm text-ink-2">
        <li>{t("admin.connect.webhook.enterAddress")}</li>
        <li>{t("admin.connect.webhook.enterSecret")}</li>
      </ol>
      <WebhookAddressField address={address} />
      {none ? (
        <WebhookSecretField
          value={secret}
          onChange={setSecret}
          error={fault}
          help={t("admin.connect.webhook.secretHelp")}
        />
      ) : (
        <WebhookSecrets tenancy={props.tenancy} />
      )}
      <SignatureHeaderField {...stage.part} />
    </StageForm>
  );
}

type StageState = ReturnType<typeof useStage>;

/** The form of a stage: its fields, the result of its test, and its buttons. */
function StageForm({
  stage,
  intro,
  steps,
  result,
  children,
  ...foot
}: {
  stage: StageState;
  intro?: string;
  /** The first and the last step of the connection test that belong to the stage. */
  steps?: [number, number];
  /** The outcome of a test of another kind. */
  result?: ReactNode;
  children: ReactNode;
} & Omit<Parameters<typeof StageFoot>[0], "stage">) {
  return (
    <form onSubmit={stage.submit} className="grid gap-4" noValidate>
      {intro && <p className="text-sm text-ink-2">{intro}</p>}
      {children}
      <FaultLine fault={fieldless(stage.fault)} />
      {steps && <StageTest stage={stage} steps={steps} />}
      {result}
      <StageFoot stage={stage} {...foot} />
    </form>
  );
}

/** The buttons of a stage: test, then continue; a stage can be left for later. */
function StageFoot({
  stage: { pending, hasPassed },
  verb,
  again,
  pendingVerb,
  disabled = false,
  isStored,
  onNext,
}: {
  stage: Pick<StageState, "pending" | "hasPassed">;
  verb: string;
  again?: string;
  pendingVerb?: string;
  disabled?: boolean;
  /** Something is stored: the stage can be left although its test failed or was not run. */
  isStored: boolean;
  onNext: () => void;
}) {
  const { t } = useWords();
  const foot = useRef<HTMLDivElement>(null);
  const wasPending = useRef(false);
  useEffect(() => {
    // The steps of a test push the buttons out of view.
    if (wasPending.current && !pending) foot.current?.scrollIntoView({ block: "nearest" });
    wasPending.current = pending;
  }, [pending]);
  return (
    <div ref={foot} className="flex scroll-mb-20 flex-wrap items-center gap-2">
      {hasPassed && !pending ? (
        <>
          <Button variant="primary" onClick={onNext}>
            {t("admin.connect.test.continue")}
          </Button>
          <Button type="submit" disabled={disabled}>
            {again ?? t("admin.connect.test.again")}
          </Button>
        </>
      ) : (
        <>
          <Button variant="primary" type="submit" pending={pending} disabled={disabled}>
            {pending ? (pendingVerb ?? t("admin.connect.test.testing")) : verb}
          </Button>
          {isStored && !pending && (
            <Button variant="quiet" onClick={onNext}>
              {t("admin.connect.test.skip")}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

/** The steps of the connection test that belong to a stage, once it was run. */
function StageTest({
  stage: { test, changed },
  steps: [from, upTo],
}: {
  stage: StageState;
  steps: [number, number];
}) {
  const words = useWords();
  const { t } = words;
  const { steps, running, ranAt, fault } = test;
  if (!running && ranAt === null) return null;
  const failure = steps.find(({ state }) => state === "failed");
  // A failed step stays in view while it is corrected; a passed one is hidden, as the form has changed since.
  if (changed && !running && !failure && !fault)
    return <p className="text-sm text-ink-2">{t("admin.connect.test.changed")}</p>;
  // A failed step of an earlier stage has to be corrected first.
  const first = Math.min(from, failure?.step ?? from);
  return (
    <div className="rounded-2 border border-hairline py-1">
      <Steps
        label={t("admin.connect.test.label")}
        steps={STEP_WORDS.slice(first - 1, upTo).map((name, nth) =>
          toFacts(words, t(name), first + nth, steps, running),
        )}
        lines
      />
      {fault && (
        <div className="px-4 py-2">
          <FaultLine fault={{ message: fault }} />
        </div>
      )}
    </div>
  );
}
