"use client";
import { CopyButton } from "@/components/forms/copy-button";
import { FormSection, Pair } from "@/components/forms/form-section";
import { NumberField, TextField } from "@/components/ui/field";
import { reachWords } from "@/lib/operations/connecting/own-reach";
import { RefusedOffer } from "./refused-offer";
import type { FormPart } from "./tenancy-form";
import { WebhookSecrets } from "./webhook-secrets";

/** How alerts come in: our address, the secrets that sign them, the header that carries the signature. */
export function NotificationFields({
  address,
  admissible,
  ...part
}: FormPart & {
  address: string;
  admissible: Promise<number>;
}) {
  const { tenancy, draft, set, errorOf, lockedOf } = part;
  return (
    <FormSection title="Notifications">
      <WebhookAddressField address={address} />
      <WebhookSecrets tenancy={tenancy} />
      <Pair>
        <SignatureHeaderField {...part} />
        <NumberField
          label="Probably recovered after"
          min={1}
          end="hours"
          value={draft.recoveryHours}
          onChange={(event) => set({ recoveryHours: event.currentTarget.value })}
          help={
            lockedOf("recoveryHours")
              ? undefined
              : "With all readings in the earlier band; then people are asked"
          }
          error={errorOf("recoveryHours")}
          locked={lockedOf("recoveryHours")}
        />
      </Pair>
      <RefusedOffer tenantId={tenancy.tenantId} admissible={admissible} />
    </FormSection>
  );
}

/** Our address, to be pasted where the service asks for it. */
export function WebhookAddressField({ address }: { address: string }) {
  return (
    <TextField
      label="Address to give to the service"
      value={address}
      readOnly
      end={<CopyButton text={address} />}
      help={reachWords(address)}
    />
  );
}

/** In which header the signature comes. */
export function SignatureHeaderField({ draft, set, errorOf, lockedOf }: FormPart) {
  return (
    <TextField
      label="Signature header"
      value={draft.signatureHeader}
      onChange={(event) => set({ signatureHeader: event.currentTarget.value })}
      spellCheck={false}
      help={lockedOf("signatureHeader") ? undefined : "Leave it unless the service names another"}
      error={errorOf("signatureHeader")}
      locked={lockedOf("signatureHeader")}
    />
  );
}
