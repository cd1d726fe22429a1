"use client";
import { type FormEvent, useState } from "react";
import { useTenant } from "@/components/live/site-context";
import { AreaField, type Areas, countByPrefix, useAreas } from "@/components/places/area-field";
import { Button } from "@/components/ui/button";
import { Checkbox, Segmented } from "@/components/ui/choices";
import { Icon } from "@/components/ui/icon";
import { INDEX_FACTS } from "@/lib/base/core/indices";
import { formatCount } from "@/lib/base/core/numbers";
import { sentence } from "@/lib/base/core/text";
import type { QueryForm as Form } from "@/lib/history/queries/contract";
import { type FormField, faultsOf, fieldOf, rowsAtMost, toRequest } from "@/lib/history/queries/form";
import { withoutName } from "@/lib/web/http/action-result";
import { ColumnsField, IndexField, JobField, SensorField } from "./filter-fields";
import type { FormChange } from "./form-state";
import { type Period, PeriodFields, usePeriod } from "./period-fields";
import { SaveButton } from "./saved-queries";
import type { useQueryActions } from "./use-query-actions";
import type { Saved } from "./use-saved";

type Errors = Partial<Record<FormField | "form", string>>;

type Props = {
  form: Form;
  change: FormChange;
  clear: () => void;
  actions: ReturnType<typeof useQueryActions>;
  saved: Saved;
  onSubmitted: (id: string) => void;
};

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
export function QueryForm({ form, change, clear, actions, saved, onSubmitted }: Props) {
  const tenant = useTenant();
  const areas = useAreas();
  const period = usePeriod(form);
  const request = toRequest(form, period.asked);
  const [answered, setAnswered] = useState<{ to: string; errors: Errors } | null>(null);
  const key = JSON.stringify(request);
  // Errors of the server stay until the query is changed.
  const refused = answered?.to === key ? answered.errors : {};
  const faults = faultsOf(request);
  const errors: Errors = { ...refused, ...faults, ...(faults.from && { from: "From is after To." }) };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const result = await actions.submit({ tenant, ...request });
    if (result.ok) return onSubmitted(result.value.id);
    const field = fieldOf(result.error.parameter ?? "") ?? "form";
    setAnswered({ to: key, errors: { [field]: withoutName(result.error).message } });
  };
  const wrong = (Object.keys(FIELD_WORDS) as FormField[]).filter(
    (field) => field in errors && !(field in refused),
  );
  const isWrong = wrong.length > 0;
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4.5 p-4">
      <Fields {...{ form, change, errors, areas, period }} />
      <div className="flex flex-wrap items-center gap-2 border-t border-hairline pt-3.5">
        <span role="status" className="min-w-32 flex-1 text-sm text-ink-2 max-sm:basis-full">
          {isWrong
            ? `Cannot be sent yet: see ${wrong.map((field) => FIELD_WORDS[field]).join(", ")}`
            : estimateWords(form, areas, period)}
        </span>
        <Button variant="quiet" onClick={clear}>
          Clear
        </Button>
        <SaveButton form={form} saved={saved} disabled={isWrong || tenant === undefined} />
        <Button
          type="submit"
          variant="primary"
          pending={actions.pending === "submit"}
          disabled={isWrong || tenant === undefined}
        >
          Run the query
        </Button>
      </div>
      {errors.form && (
        <p role="alert" className="flex gap-1.5 text-sm font-medium">
          <Icon name="failed" className="mt-px size-4 shrink-0" />
          {sentence(errors.form)}
        </p>
      )}
    </form>
  );
}

type FieldsProps = { form: Form; change: FormChange; errors: Errors; areas: Areas; period: Period };

function Fields({ form, change, errors, areas, period }: FieldsProps) {
  return (
    <>
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
          onChange={(type) => change({ type, include: null, exclude: null })}
        />
      </div>
      <PeriodFields {...{ form, change, period, errors }} />
      <AreaField
        byStart
        areas={areas}
        chosen={form.areas}
        error={errors.areas}
        onChange={(chosen) => change({ areas: chosen })}
      />
      {form.type === "indices" ? (
        <IndexField
          chosen={form.indices}
          error={errors.indices}
          onChange={(indices) => change({ indices })}
        />
      ) : (
        <SensorField
          chosen={form.devices}
          error={errors.devices}
          onChange={(devices) => change({ devices })}
        />
      )}
      <div className="grid grid-cols-1 gap-x-3.5 gap-y-4.5 sm:grid-cols-2">
        <JobField value={form.job} error={errors.job} onChange={(job) => change({ job })} />
        <FilledField form={form} change={change} />
        <LightField form={form} change={change} />
      </div>
      <ColumnsField form={form} change={change} error={errors.columns} />
    </>
  );
}

type PartProps = { form: Form; change: FormChange };

/** The service accepts this filter but ignores it (docs/spec/service-interface.md "Filters"). */
function Ignored({ type }: { type: "indices" | "fluorescence" }) {
  return <p className="mt-1 text-sm text-ink-3">Ignored by the service for {type}</p>;
}

const DAILY_ONLY = "No effect on the daily integrals";

function FilledField({ form, change }: PartProps) {
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
        onChange={(event) => change({ filled: event.target.checked })}
      />
      {isIgnored && <Ignored type="fluorescence" />}
      {!isIgnored && hasNoEffect && <p className="mt-1 text-sm text-ink-3">{DAILY_ONLY}</p>}
    </fieldset>
  );
}

function LightField({ form, change }: PartProps) {
  const isIgnored = form.type === "indices";
  return (
    <div className="sm:col-span-2">
      <span className="mb-1.5 block text-sm font-medium" aria-hidden="true">
        Captured at
      </span>
      <Segmented<Form["light"]>
        label="Captured at plant day or night"
        fill
        options={[
          { value: "any", label: "Any time", disabled: isIgnored },
          { value: "day", label: "Plant day", disabled: isIgnored },
          { value: "night", label: "Plant night", disabled: isIgnored },
        ]}
        value={isIgnored ? null : form.light}
        onChange={(light) => change({ light })}
      />
      {isIgnored && <Ignored type="indices" />}
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
