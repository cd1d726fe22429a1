"use client";
import { useState } from "react";
import { FaultLine } from "@/components/forms/fault-line";
import { FormSection, Pair } from "@/components/forms/form-section";
import { SetByFile } from "@/components/forms/words";
import { Segmented, TextField } from "@/components/ui/field";
import { addressFault } from "@/lib/farm/tenancies/address-fault";
import { ClientSecret } from "./client-secret";
import type { FormPart } from "./tenancy-form";

const TOKEN_AUTHS = [
  { value: "basic" as const, label: "HTTP Basic" },
  { value: "post" as const, label: "Form body" },
];

/** Where the service is, and who we are to it. */
export function ServiceFields({
  clientSecret,
  onClientSecret,
  ...part
}: FormPart & {
  clientSecret: string;
  onClientSecret: (text: string) => void;
}) {
  return (
    <FormSection title="Service">
      <AddressFields {...part} />
      <ClientFields {...part} />
      <ClientSecret
        tenancy={part.tenancy}
        locked={part.lockedOf("clientSecret")}
        value={clientSecret}
        onChange={onClientSecret}
      />
    </FormSection>
  );
}

/** Where the service is. What is wrong with an address stands below it as soon as it is left. */
export function AddressFields({ draft, set, errorOf, lockedOf }: FormPart) {
  const [left, setLeft] = useState(false);
  const faultAt = (member: "baseUrl" | "authUrl") => {
    const fault = left || errorOf("baseUrl") || errorOf("authUrl") ? addressFault(draft[member]) : null;
    return fault === null ? errorOf(member) : `It ${fault}`;
  };
  return (
    <>
      <TextField
        label="Base address"
        type="url"
        value={draft.baseUrl}
        onChange={(event) => set({ baseUrl: event.currentTarget.value })}
        onBlur={() => setLeft(true)}
        placeholder="https://api.example.com/v1"
        help={lockedOf("baseUrl") ? undefined : "Where queries are sent: /query stands right behind it"}
        error={faultAt("baseUrl")}
        locked={lockedOf("baseUrl")}
      />
      <TextField
        label="Sign-in address"
        type="url"
        value={draft.authUrl}
        onChange={(event) => set({ authUrl: event.currentTarget.value })}
        onBlur={() => setLeft(true)}
        placeholder="https://auth.example.com"
        help={lockedOf("authUrl") ? undefined : "Where /oauth2/token is"}
        error={faultAt("authUrl")}
        locked={lockedOf("authUrl")}
      />
    </>
  );
}

/** Who we are to the service. */
export function ClientFields({ draft, set, errorOf, lockedOf }: FormPart) {
  const refused = errorOf("tokenAuth");
  return (
    <Pair>
      <TextField
        label="Client id"
        value={draft.clientId}
        onChange={(event) => set({ clientId: event.currentTarget.value })}
        autoComplete="off"
        spellCheck={false}
        error={errorOf("clientId")}
        locked={lockedOf("clientId")}
      />
      <div>
        <p className="mb-1.5 text-sm font-medium" aria-hidden="true">
          Credentials are sent as
        </p>
        <Segmented
          label="Credentials are sent as"
          fill
          options={TOKEN_AUTHS.map((option) => ({ ...option, disabled: lockedOf("tokenAuth") }))}
          value={draft.tokenAuth}
          onChange={(tokenAuth) => set({ tokenAuth })}
        />
        {lockedOf("tokenAuth") && (
          <p className="mt-1.5">
            <SetByFile />
          </p>
        )}
        {!lockedOf("tokenAuth") && !refused && (
          <p className="mt-1.5 text-sm text-ink-3">Leave it unless the service asks for the other</p>
        )}
        {refused && <FaultLine fault={{ message: refused }} />}
      </div>
    </Pair>
  );
}
