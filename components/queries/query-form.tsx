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
import { useWords } from "@/components/words/words";
import { INDEX_FACTS } from "@/lib/base/core/indices";
import type { PlainKey } from "@/lib/base/words/messages";
import type { Words } from "@/lib/base/words/words";
import type { QueryForm as Form } from "@/lib/history/queries/contract";
import { type FormField, faultsOf, fieldOf, rowsAtMost, toRequest } from "@/lib/history/queries/form";
import { type ActionFault, withoutName } from "@/lib/web/http/action-result";
import { ColumnsField, IndexField, JobField, SensorField } from "./filter-fields";
import { useQueriesPage } from "./page-state";
import { type Period, PeriodFields, usePeriod } from "./period-fields";
import { SaveButton } from "./saved-queries";

/** Labels of the fields, in their order. */
const FIELD_WORDS: Record<FormField, PlainKey> = {
  from: "queries.form.from",
  to: "queries.form.to",
  areas: "queries.form.areas",
  indices: "queries.form.indices",
  devices: "queries.form.sensors",
  job: "queries.form.job",
  columns: "queries.form.columns",
};

/** A new query of either type. Each error shows at its field before anything is sent. */
export function QueryForm() {
  const words = useWords();
  const { t } = words;
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
  if (faults.from) faults.from = t("queries.form.fromAfterTo");
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
          {t("queries.form.what")}
        </span>
        <Segmented<Form["type"]>
          label={t("queries.form.what")}
          fill
          options={[
            { value: "indices", label: t("queries.form.indices") },
            { value: "chf", label: t("queries.form.chf") },
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
          {block ??
            (pending === "submit" ? t("queries.form.sending") : estimateWords(words, form, areas, period))}
        </span>
        <Button variant="quiet" onClick={clearForm}>
          {t("queries.form.clear")}
        </Button>
        <SaveButton disabled={isBlocked} reason={blockId} />
        <Button
          type="submit"
          variant="primary"
          aria-describedby={blockId}
          pending={pending === "submit"}
          disabled={isBlocked}
        >
          {t("queries.form.run")}
        </Button>
      </div>
      {!refusedField && <FaultLine fault={refused} />}
    </form>
  );
}

/** Why the query cannot be sent; null if it can. @param wrong the fields with a fault @param period the fault of the period */
function useBlock(wrong: readonly FormField[], period: string | undefined): string | null {
  const { t } = useWords();
  const isConnected = useFreshness()?.facts.readings.connected;
  const isAdmin = useSite().user.role === "admin";
  if (isConnected === false) return t("queries.form.notConnected", { admin: isAdmin ? "yes" : "other" });
  if (wrong.length === 0) return null;
  if (wrong.length === 1 && period) return t("queries.form.blocked", { fault: period });
  return t("queries.form.check", { fields: wrong.map((field) => t(FIELD_WORDS[field])).join(", ") });
}

/** The service accepts this filter but ignores it (docs/spec/service-interface.md "Filters"). */
function Ignored({ type }: { type: Form["type"] }) {
  const { t } = useWords();
  return (
    <p className="mt-1 text-sm text-ink-3">
      {t("queries.form.ignored", { type: type === "chf" ? "chf" : "other" })}
    </p>
  );
}

function FilledField() {
  const { t } = useWords();
  const { form, changeForm } = useQueriesPage();
  const isIgnored = form.type === "chf";
  const hasNoEffect = form.indices?.length && form.indices.every((index) => INDEX_FACTS[index].daily);
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{t("queries.form.filled")}</legend>
      <Checkbox
        className="min-h-8"
        label={t("queries.form.includeFilled")}
        disabled={isIgnored}
        checked={form.filled}
        onChange={(event) => changeForm({ filled: event.target.checked })}
      />
      {isIgnored && <Ignored type="chf" />}
      {!isIgnored && hasNoEffect && <p className="mt-1 text-sm text-ink-3">{t("queries.form.noEffect")}</p>}
    </fieldset>
  );
}

function LightField() {
  const { t } = useWords();
  const { form, changeForm } = useQueriesPage();
  const disabled = form.type === "indices";
  return (
    <div className="sm:col-span-2">
      <span className="mb-1.5 block text-sm font-medium" aria-hidden="true">
        {t("queries.form.light")}
      </span>
      <Segmented<Form["light"]>
        label={t("queries.form.lightLabel")}
        fill
        options={[
          { value: "any", label: t("queries.form.anyTime"), disabled },
          { value: "day", label: t("queries.form.plantDay"), disabled },
          { value: "night", label: t("queries.form.plantNight"), disabled },
        ]}
        value={disabled ? null : form.light}
        onChange={(light) => changeForm({ light })}
      />
      {disabled && <Ignored type="indices" />}
    </div>
  );
}

function estimateWords({ t }: Words, form: Form, areas: Areas, period: Period): string {
  if (form.type === "chf" || period.answered.empty) return "";
  const rows = rowsAtMost(countByPrefix(areas, form.areas), form.indices, period.answered);
  if (rows === 0) return "";
  const step = 10 ** Math.max(0, Math.floor(Math.log10(rows)) - 2);
  return t("queries.form.estimate", { rows: Math.round(rows / step) * step });
}
