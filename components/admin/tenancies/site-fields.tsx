"use client";
import { FormSection, Pair } from "@/components/forms/form-section";
import { TextField } from "@/components/ui/field";
import type { FormPart } from "./tenancy-form";
import { TimeZoneField } from "./time-zone-field";

/** Whose plants they are, and whose days. */
export function SiteFields(part: FormPart) {
  return (
    <FormSection title="Site" first>
      <SiteInputs {...part} />
    </FormSection>
  );
}

/** The same without a title of its own. */
export function SiteInputs({ tenancy, draft, set, errorOf, lockedOf }: FormPart) {
  return (
    <>
      <Pair>
        <TextField
          label="Name"
          value={draft.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          error={errorOf("name")}
          locked={lockedOf("name")}
        />
        <TimeZoneField
          value={draft.timeZone}
          onChange={(timeZone) => set({ timeZone })}
          error={errorOf("timeZone")}
          locked={lockedOf("timeZone")}
        />
      </Pair>
      <TextField
        label="Tenant id"
        value={tenancy.tenantId}
        readOnly
        help="As the service writes it in its notifications. All that is stored hangs on it, so it stays"
      />
    </>
  );
}
