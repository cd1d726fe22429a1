"use client";
import { type FormEvent, useId, useState } from "react";
import { FaultLine } from "@/components/forms/form-parts";
import { useFreshness } from "@/components/freshness/use-freshness";
import { useSite, useTenant } from "@/components/live/site-context";
import { AreaField, type Areas, countByPrefix, useAreas } from "@/components/places/area-field";
import { Button } from "@/components/ui/button";
import { Checkbox, Segmented } from "@/components/ui/choices";
import { cx } from "@/components/ui/cx";
import { said } from "@/components/ui/live-region";
import { INDEX_FACTS } from "@/lib/base/core/indices";
import { formatCount } from "@/lib/base/core/numbers";
import type { QueryForm as Form } from "@/lib/history/queries/contract";
import { type FormField, faultsOf, fieldOf, rowsAtMost, toRequest } from "@/lib/history/queries/form";
import { type ActionFault, withoutName } from "@/lib/web/http/action-result";
import { ColumnsField, IndexField, JobField, SensorField } from "./filter-fields";
import { useQueriesPage } from "./page-state";
import { type Period, PeriodFields, usePeriod } from "./period-fields";
import { SaveButton } from "./saved-queries";

/** Labels of the fields, in their order. */
const FIELD_WORDS: Record<FormField, string> = {
  from: "From",
  to: "To",
  areas: "Control areas",
  indices: "Indices",
  devices: "Sensors",
  job: "Growth job",
  columns: "Columns",
};

/** A new query of either type. Each error shows at its field before anything is sent. */
export function QueryForm() {
  const { form, changeForm, clearForm, send, pending } = useQueriesPage();
  const tenant = useTenant();
  const areas = useAreas();
  const period = usePeriod(form);
  const request = toRequest(form, period.asked);
  const [answered, setAnswered] = useState<{ to: string; fault: ActionFault } | null>(null);
  const key = JSON.stringify(request);
  // The server's fault stays until the query is changed.
  const refused = answered?.to === key ? answered.fault : null;
  const refusedField = fieldOf(refused?.parameter ?? "");
  const faults = faultsOf(request);
  if (faults.from) faults.from = "From is after To.";
  const wrong = (Object.keys(FIELD_WORDS) as FormField[]).filter(
    (field) => field in faults && field !== refusedField,
  );
  const errors = { ...(refused && refusedField && { [refusedField]: refused.message }), ...faults };
  const block = useBlock(wrong, faults.from);
  const isBlocked = block !== null || tenant === undefined;
  const blockId = useId();
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const result = await send(request);
    if (!result.ok) setAnswered({ to: key, fault: withoutName(result.error) });
  };
  return (
    <form noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-4.5 p-4">
      <div>
        <span className="mb-1.5 block text-sm font-medium" aria-hidden="true">
          What
        </span>
        <Segmented<Form["type"]>
          label="What"
          fill
          options={[
            { value: "indices", label: "Indices" },
            { value: "chf", label: "Fluorescence (ChF)" },
          ]}
          value={form.type}
          onChange={(type) => changeForm({ type, include: null, exclude: null })}
        />
      </div>
      <PeriodFields {...{ period, errors }} />
      <AreaField
        byStart
        areas={areas}
        chosen={form.areas}
        error={errors.areas}
        onChange={(chosen) => changeForm({ areas: chosen })}
      />
      {form.type === "indices" ? (
        <IndexField error={errors.indices} />
      ) : (
        <SensorField error={errors.devices} />
      )}
      <div className="grid grid-cols-1 gap-x-3.5 gap-y-4.5 sm:grid-cols-2">
        <JobField error={errors.job} />
        <FilledField />
        <LightField />
      </div>
      <ColumnsField error={errors.columns} />
      <div className="flex flex-wrap items-center gap-2 border-t border-hairline pt-3.5">
        <span
          ref={said}
          id={blockId}
          className={cx("min-w-32 flex-1 text-sm max-sm:basis-full", block ? "text-ink-1" : "text-ink-2")}
        >
          {block ?? (pending === "submit" ? "Sending the query…" : estimateWords(form, areas, period))}
        </span>
        <Button variant="quiet" onClick={clearForm}>
          Clear
        </Button>
        <SaveButton disabled={isBlocked} reason={blockId} />
        <Button
          type="submit"
          variant="primary"
          aria-describedby={blockId}
          pending={pending === "submit"}
          disabled={isBlocked}
        >
          Run the query
        </Button>
      </div>
      {!refusedField && <FaultLine fault={refused} />}
    </form>
  );
}

/** Why the query cannot be sent; null if it can. @param wrong the fields with a fault @param period the fault of the period */
function useBlock(wrong: readonly FormField[], period: string | undefined): string | null {
  const isConnected = useFreshness()?.facts.readings.connected;
  const isAdmin = useSite().user.role === "admin";
  if (isConnected === false)
    return `Cannot run: not connected to the service. ${
      isAdmin ? "Enter its addresses, client and secret" : "An admin enters its addresses, client and secret"
    } under Admin, Tenancies.`;
  if (wrong.length === 0) return null;
  if (wrong.length === 1 && period) return `Cannot run yet: ${period}`;
  return `Cannot run yet: see ${wrong.map((field) => FIELD_WORDS[field]).join(", ")}.`;
}

/** The service accepts this filter but ignores it (docs/spec/service-interface.md "Filters"). */
function Ignored({ type }: { type: "indices" | "fluorescence" }) {
  return <p className="mt-1 text-sm text-ink-3">Ignored by the service for {type}</p>;
}

function FilledField() {
  const { form, changeForm } = useQueriesPage();
  const isIgnored = form.type === "chf";
  const hasNoEffect = form.indices?.length && form.indices.every((index) => INDEX_FACTS[index].daily);
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Interpolated values</legend>
      <Checkbox
        className="min-h-8"
        label="Include, marked as such"
        disabled={isIgnored}
        checked={form.filled}
        onChange={(event) => changeForm({ filled: event.target.checked })}
      />
      {isIgnored && <Ignored type="fluorescence" />}
      {!isIgnored && hasNoEffect && (
        <p className="mt-1 text-sm text-ink-3">No effect on the daily integrals</p>
      )}
    </fieldset>
  );
}

function LightField() {
  const { form, changeForm } = useQueriesPage();
  const disabled = form.type === "indices";
  return (
    <div className="sm:col-span-2">
      <span className="mb-1.5 block text-sm font-medium" aria-hidden="true">
        Captured at
      </span>
      <Segmented<Form["light"]>
        label="Captured at plant day or night"
        fill
        options={[
          { value: "any", label: "Any time", disabled },
          { value: "day", label: "Plant day", disabled },
          { value: "night", label: "Plant night", disabled },
        ]}
        value={disabled ? null : form.light}
        onChange={(light) => changeForm({ light })}
      />
      {disabled && <Ignored type="indices" />}
    </div>
  );
}

function estimateWords(form: Form, areas: Areas, period: Period): string {
  if (form.type === "chf" || period.answered.empty) return "";
  const rows = rowsAtMost(countByPrefix(areas, form.areas), form.indices, period.answered);
  if (rows === 0) return "";
  const step = 10 ** Math.max(0, Math.floor(Math.log10(rows)) - 2);
  return `Up to about ${formatCount(Math.round(rows / step) * step)} rows`;
}
