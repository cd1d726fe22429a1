"use client";

import { useEffect, useRef, useState } from "react";
import { FaultLine } from "@/components/forms/form-parts";
import { Steps } from "@/components/forms/steps";
import { fieldless } from "@/components/forms/use-action";
import { useServerAction } from "@/components/live/use-server-action";
import { Button } from "@/components/ui/button";
import { PasswordField } from "@/components/ui/field";
import type { TenancyDetails } from "@/lib/farm/tenancies/contract";
import { replaceClientSecret } from "@/lib/operations/connecting/actions";
import {
  ADDRESS_STEPS,
  CLIENT_STEPS,
  HISTORY_STEPS,
  TEST_STEPS,
} from "@/lib/operations/connecting/connection-step";
import { ClientSecret, FIRST_SECRET_HELP } from "../client-secret";
import { toFacts, type useConnectionTest } from "../connection-test";
import { AddressFields, ClientFields, HistoryInputs, SiteInputs } from "../tenancy-fields";
import type { Findings } from "./use-stage";
import { useStage } from "./use-stage";

export type StageProps = Findings & { tenancy: TenancyDetails; onNext: () => void };

/** The stage of the tenancy's name and time zone. */
export function SiteStage({ tenancy, onSaved, onNext }: StageProps) {
  const stage = useStage(tenancy, { onSaved, onStored: onNext });
  return (
    <form onSubmit={stage.submit} className="grid gap-4" noValidate>
      <SiteInputs {...stage.part} />
      <FaultLine fault={fieldless(stage.fault)} />
      <StageFoot verb="Save" pending={stage.pending} passed={false} stored={false} onNext={onNext} />
    </form>
  );
}

/** The stage of the service's addresses. */
export function AddressStage({ tenancy, onSaved, onTested, onNext }: StageProps) {
  const stage = useStage(tenancy, { upTo: ADDRESS_STEPS, onSaved, onTested });
  const errorOf = (member: string) => stage.part.errorOf(member) ?? faultOfTest(stage.test, member);
  return (
    <form onSubmit={stage.submit} className="grid gap-4" noValidate>
      <p className="text-sm text-ink-2">
        The contract or the documentation of the service names both. They are often the same host.
      </p>
      <AddressFields {...stage.part} errorOf={errorOf} />
      <FaultLine fault={fieldless(stage.fault)} />
      <StageTest of={stage} from={1} upTo={ADDRESS_STEPS} />
      <StageFoot
        verb="Save and test"
        pending={stage.pending}
        passed={hasPassed(stage, ADDRESS_STEPS)}
        stored={Boolean(tenancy.baseUrl && tenancy.authUrl)}
        onNext={onNext}
      />
    </form>
  );
}

/** The stage of client id and secret. A secret that the service rejects is not stored. */
export function ClientStage({ tenancy, onSaved, onSecretStored, onTested, onNext }: StageProps) {
  const [secret, setSecret] = useState("");
  const [refused, setRefused] = useState<string | null>(null);
  const { run } = useServerAction();
  const store = async () => {
    setRefused(null);
    if (!secret) return "";
    const result = await run(() => replaceClientSecret({ tenantId: tenancy.tenantId, clientSecret: secret }));
    if (!result.ok) setRefused(result.error.message);
    else {
      onSecretStored(result.value);
      setSecret("");
    }
    // A rejected secret is tested all the same: the steps show the cause.
    return result.ok ? "" : secret;
  };
  const stage = useStage(tenancy, { upTo: CLIENT_STEPS, store, onSaved, onTested });
  const locked = tenancy.lockedFields.includes("clientSecret");
  return (
    <form onSubmit={stage.submit} className="grid gap-4" noValidate>
      <p className="text-sm text-ink-2">
        The service’s console shows the id and, once, the secret. It is sealed here and never shown again.
      </p>
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
          label="Client secret"
          value={secret}
          onChange={(event) => setSecret(event.currentTarget.value)}
          error={refused ?? undefined}
          help={FIRST_SECRET_HELP}
        />
      )}
      <FaultLine fault={fieldless(stage.fault)} />
      <StageTest of={stage} from={CLIENT_STEPS} upTo={CLIENT_STEPS} />
      <StageFoot
        verb="Save and ask for a token"
        pending={stage.pending}
        passed={hasPassed(stage, CLIENT_STEPS) && !secret}
        stored={Boolean(tenancy.clientId && tenancy.clientSecret)}
        onNext={onNext}
      />
    </form>
  );
}

/** The stage of history: types, delay, period. Tested with a query of one day. */
export function DataStage({ tenancy, onSaved, onTested, onNext }: StageProps) {
  const isNew = !tenancy.syncEnabled && !tenancy.lockedFields.includes("syncEnabled");
  const stage = useStage(tenancy, {
    upTo: HISTORY_STEPS,
    onSaved,
    onTested,
    ...(isNew ? { preset: { syncEnabled: true } } : {}),
  });
  return (
    <form onSubmit={stage.submit} className="grid gap-4" noValidate>
      <p className="text-sm text-ink-2">
        The plan says which types it holds and how late they come. The test asks for a day of Health, waits
        for it and reads it; that takes a minute at most.
      </p>
      <HistoryInputs {...stage.part} />
      <FaultLine fault={fieldless(stage.fault)} />
      <StageTest of={stage} from={CLIENT_STEPS + 1} upTo={HISTORY_STEPS} />
      <StageFoot
        verb="Save and ask for a day"
        pending={stage.pending}
        passed={hasPassed(stage, HISTORY_STEPS)}
        stored
        onNext={onNext}
      />
    </form>
  );
}

/** The buttons of a stage: test, then continue; a stage can be left for later. */
function StageFoot({
  verb,
  pending,
  passed,
  stored,
  onNext,
}: {
  verb: string;
  pending: boolean;
  passed: boolean;
  /** Whether something is stored: then the stage can be left although its test failed or was not run. */
  stored: boolean;
  onNext: () => void;
}) {
  const foot = useRef<HTMLDivElement>(null);
  const wasPending = useRef(false);
  useEffect(() => {
    // The steps of a test push what comes next below the edge of the window.
    if (wasPending.current && !pending) foot.current?.scrollIntoView({ block: "nearest" });
    wasPending.current = pending;
  }, [pending]);
  return (
    <div ref={foot} className="flex scroll-mb-20 flex-wrap items-center gap-2">
      {passed && !pending ? (
        <>
          <Button variant="primary" onClick={onNext}>
            Continue
          </Button>
          <Button type="submit">Test again</Button>
        </>
      ) : (
        <>
          <Button variant="primary" type="submit" pending={pending}>
            {pending ? "Testing" : verb}
          </Button>
          {stored && !pending && (
            <Button variant="quiet" onClick={onNext}>
              Continue without
            </Button>
          )}
        </>
      )}
    </div>
  );
}

type Test = ReturnType<typeof useConnectionTest>;

/** A test, and whether the form has changed since. */
type Tested = { test: Test; changed: boolean };

/** Whether the test was run with what the form holds and each of these steps passed. */
function hasPassed({ test, changed }: Tested, upTo: number): boolean {
  const done = test.steps.filter(({ state }) => state === "done");
  return !changed && !test.running && test.ranAt !== null && done.length >= upTo;
}

/** What the test found wrong with a field. */
function faultOfTest(test: Test, member: string): string | undefined {
  return test.steps.flatMap(({ faults }) => faults).find(({ parameter }) => parameter === member)?.message;
}

/** The steps of the connection test that belong to a stage, once it was run. */
function StageTest({ of: { test, changed }, from, upTo }: { of: Tested; from: number; upTo: number }) {
  const { steps, running, ranAt, fault } = test;
  if (!running && ranAt === null) return null;
  const failure = steps.find(({ state }) => state === "failed");
  // A failed step stays in view while it is corrected; a passed one is hidden, as the form has changed since.
  if (changed && !running && !failure && !fault)
    return <p className="text-sm text-ink-2">Changed since the test: not tried.</p>;
  // What failed before is what has to be mended first.
  const failed = failure?.step ?? from;
  const shown = TEST_STEPS.slice(0, upTo)
    .map((name, index) => ({ name, number: index + 1 }))
    .filter(({ number }) => number >= Math.min(from, failed));
  return (
    <div className="rounded-2 border border-hairline py-1">
      <Steps
        label="Test of this step"
        steps={shown.map(({ name, number }) => toFacts(name, number, steps, running))}
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
