"use client";
import { useState } from "react";
import { FaultLine } from "@/components/forms/fault-line";
import { fieldless } from "@/components/forms/use-action";
import { useServerAction } from "@/components/live/use-server-action";
import { PasswordField } from "@/components/ui/field";
import type { TenancyDetails } from "@/lib/farm/tenancies/contract";
import { replaceClientSecret } from "@/lib/operations/connecting/actions";
import { ADDRESS_STEPS, CLIENT_STEPS, HISTORY_STEPS } from "@/lib/operations/connecting/connection-step";
import { ClientSecret, FIRST_SECRET_HELP } from "../client-secret";
import { HistoryInputs } from "../history-fields";
import { AddressFields, ClientFields } from "../service-fields";
import { SiteInputs } from "../site-fields";
import { StageFoot } from "./stage-foot";
import { faultOfTest, hasPassed, StageTest } from "./stage-test";
import { useStage } from "./use-stage";
import type { Findings } from "./use-trials";

export type StageProps = Findings & { tenancy: TenancyDetails; onNext: () => void };

/** Who the tenancy is, and in whose days it lives. */
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

/** Where the service is. */
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

/** Who we are to the service. A secret is stored only where the service does not refuse it. */
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
    // One that was refused is tried all the same: the steps say what it may be.
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

/** What the contract holds: which types, how late, how far back. Tried with a query of a day. */
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
