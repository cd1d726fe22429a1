"use client";
import { useState } from "react";
import { TestResult } from "@/components/admin/deliveries/send-test";
import { FaultLine } from "@/components/forms/form-parts";
import { fieldless } from "@/components/forms/use-action";
import { useServerAction } from "@/components/live/use-server-action";
import { Button } from "@/components/ui/button";
import { addWebhookSecret, sendTest } from "@/lib/operations/connecting/actions";
import type { TestOutcome } from "@/lib/operations/connecting/test-outcome";
import { SignatureHeaderField, WebhookAddressField } from "../tenancy-fields";
import { WebhookSecretField, WebhookSecrets } from "../webhook-secrets";
import type { StageProps } from "./stages";
import { useStage } from "./use-stage";

/** Our address, the signature's header and secret; tested with a notification of our own. */
export function SecretStage({ tenancy, onSaved, onNext, address }: StageProps & { address: string }) {
  const { tenantId, webhookSecrets } = tenancy;
  const [secret, setSecret] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<TestOutcome | null>(null);
  const { run } = useServerAction();
  const storeAndSend = async () => {
    setFault(null);
    setOutcome(null);
    const stored = secret ? await run(() => addWebhookSecret({ tenantId, secret })) : DONE;
    if (!stored.ok) setFault(stored.error.message);
    else {
      setSecret("");
      const sent = await run(() => sendTest({ tenantId }));
      if (sent.ok) setOutcome(sent.value);
      else setFault(sent.error.message);
    }
    return "";
  };
  const stage = useStage(tenancy, { store: storeAndSend, onSaved });
  const none = webhookSecrets.length === 0;
  const passed = outcome?.ok === true && !stage.changed && !stage.pending;
  return (
    <form onSubmit={stage.submit} className="grid gap-4" noValidate>
      <ol className="grid list-decimal gap-1 pl-5 text-sm text-ink-2">
        <li>In the service’s console, enter the address below as the address of the webhook.</li>
        <li>
          The console shows a secret, or takes one that you choose; it says in which header its signature
          comes. Enter both here.
        </li>
      </ol>
      <WebhookAddressField address={address} />
      {none ? (
        <WebhookSecretField
          value={secret}
          onChange={setSecret}
          error={fault ?? undefined}
          help="Exactly as the console has it: shown there, or chosen and entered there"
        />
      ) : (
        <WebhookSecrets tenancy={tenancy} />
      )}
      <SignatureHeaderField {...stage.part} />
      <FaultLine fault={fieldless(stage.fault)} />
      {!none && fault && <FaultLine fault={{ message: fault }} />}
      {outcome && (
        <div className="rounded-2 border border-hairline px-4 py-3">
          <TestResult outcome={outcome} />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {passed && (
          <Button variant="primary" onClick={onNext}>
            Continue
          </Button>
        )}
        <Button
          variant={passed ? "outline" : "primary"}
          type="submit"
          pending={stage.pending}
          disabled={none && !secret}
        >
          {verbOf(stage.pending, none)}
        </Button>
        {!passed && !none && !stage.pending && (
          <Button variant="quiet" onClick={onNext}>
            Continue without
          </Button>
        )}
      </div>
    </form>
  );
}

const verbOf = (pending: boolean, none: boolean) =>
  pending ? "Sending" : none ? "Store and send a test notification" : "Send a test notification";

const DONE = { ok: true as const };
