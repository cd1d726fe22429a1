"use client";
import { useId, useState } from "react";
import { CHART_ORDER } from "@/components/charts/chart-defaults";
import { WordButton } from "@/components/forms/word-button";
import { useTenant } from "@/components/live/site-context";
import { useEndpoint } from "@/components/live/use-endpoint";
import { ChipsField, Combobox } from "@/components/places/chips-field";
import { Button } from "@/components/ui/button";
import { Checkbox, Segmented } from "@/components/ui/choices";
import { cx } from "@/components/ui/cx";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { IndexMark } from "@/components/ui/index-mark";
import { useClock } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import { INDEX_FACTS, INDICES, type IndexName, indexHelp } from "@/lib/base/core/indices";
import { nameOf } from "@/lib/base/core/paths";
import type { PlainKey } from "@/lib/base/words/messages";
import type { Words } from "@/lib/base/words/words";
import { listJobs } from "@/lib/farm/jobs/contract";
import { jobSearchText } from "@/lib/farm/jobs/rules";
import { listDevices } from "@/lib/farm/measurements/contract";
import { columnChoiceOf, faultsOf } from "@/lib/history/queries/form";
import { columnLabel } from "@/lib/service/column-names";
import { CHF_COLUMNS, INDICES_COLUMNS } from "@/lib/service/contract";
import { columnsOf } from "@/lib/service/request-rules";
import { useQueriesPage } from "./page-state";

const MAX_OFFERED_SENSORS = 40;
/** Counting all measurements is slow, and sensors rarely change. */
const SENSORS_STALE_MS = 600_000;
const MAX_OFFERED_JOBS = 30;

type FieldProps = { error?: string };

/** The indices of a query, each with its mark and meaning. Choosing all is no filter. */
export function IndexField({ error }: FieldProps) {
  const { t } = useWords();
  const { form, changeForm } = useQueriesPage();
  const chosen = form.indices;
  const noteId = useId();
  const isChosen = (index: IndexName) => chosen === null || chosen.includes(index);
  const change = (indices: IndexName[]) =>
    changeForm({ indices: indices.length === INDICES.length ? null : indices });
  return (
    <fieldset className="min-w-0" aria-describedby={noteId}>
      <legend className="mb-1 flex w-full items-center text-sm font-medium">
        <span className="flex-1">{t("queries.form.indices")}</span>
        <WordButton
          className="-mr-1 touch:min-w-target"
          onClick={() => changeForm({ indices: chosen === null ? [] : null })}
        >
          {t(chosen === null ? "queries.filters.none" : "queries.filters.all")}
        </WordButton>
      </legend>
      <div className="grid grid-cols-1 gap-x-3 sm:grid-cols-2">
        {CHART_ORDER.map((index) => (
          <Checkbox
            key={index}
            className="min-h-9 items-start! py-1 [&>span:first-child]:mt-0.5"
            checked={isChosen(index)}
            onChange={() => change(INDICES.filter((one) => (one === index) !== isChosen(one)))}
            label={
              <>
                <span className="flex items-start gap-1.5">
                  <IndexMark index={index} className="mt-0.75 size-3" />
                  {INDEX_FACTS[index].label}
                </span>
                <span className="block text-xs text-ink-3">{indexHelp(index)}</span>
              </>
            }
          />
        ))}
      </div>
      <p id={noteId} className="mt-1 flex gap-1.5 text-sm text-ink-3">
        {error ? (
          <>
            <Icon name="failed" className="mt-px size-4 shrink-0 text-ink-1" />
            <span className="font-medium text-ink-1">
              {chosen?.length === 0 ? t("queries.filters.noIndex") : error}
            </span>
          </>
        ) : chosen === null ? (
          t("queries.filters.licensed")
        ) : (
          t("queries.filters.count", { chosen: chosen.length, all: INDICES.length })
        )}
      </p>
    </fieldset>
  );
}

/** The sensors of a query: known ones are suggested with place and age, others are taken as typed. */
export function SensorField({ error }: FieldProps) {
  const words = useWords();
  const { t, formatAge } = words;
  const { now } = useClock();
  const tenant = useTenant();
  const { form, changeForm } = useQueriesPage();
  const chosen = form.devices;
  const { data } = useEndpoint(
    listDevices,
    { query: { tenant } },
    { enabled: tenant !== undefined, staleTime: SENSORS_STALE_MS },
  );
  const known = data?.items ?? [];
  const suggest = (typed: string) => {
    const name = typed.trim();
    const fits = known.filter(
      ({ deviceId, area }) =>
        !chosen.includes(deviceId) && [deviceId, area].some((text) => holds(text, name)),
    );
    if (fits.length === 0)
      return { offered: name ? [{ id: name, label: name, hint: t("queries.filters.asTyped") }] : [] };
    const offered = fits.slice(0, MAX_OFFERED_SENSORS).map(({ deviceId, area, lastAt }) => ({
      id: deviceId,
      label: deviceId,
      hint: `${nameOf(area)}, ${formatAge(new Date(lastAt), now)}`,
    }));
    const left = fits.length - offered.length;
    return { offered, more: left > 0 ? t("queries.filters.more", { count: left }) : undefined };
  };
  return (
    <ChipsField
      label={t("queries.form.sensors")}
      help={sensorsHelp(words, chosen.length, known.length)}
      error={error}
      chosen={chosen}
      onChange={(devices) => changeForm({ devices })}
      placeholder={t(chosen.length === 0 ? "queries.filters.allSensors" : "queries.filters.addSensor")}
      suggest={suggest}
    />
  );
}

const holds = (text: string, part: string) => text.toLocaleLowerCase().includes(part.toLocaleLowerCase());

function sensorsHelp({ t }: Words, chosen: number, known: number): string {
  if (known === 0) return t("queries.filters.noSensors");
  return chosen === 0
    ? t("queries.filters.sensors", { known })
    : t("queries.filters.someSensors", { chosen, known });
}

/** One growth job, typed or picked from those with readings, the newest first. */
export function JobField({ error }: FieldProps) {
  const { t } = useWords();
  const tenant = useTenant();
  const { form, changeForm } = useQueriesPage();
  const { data } = useEndpoint(listJobs, { query: { tenant } }, { enabled: tenant !== undefined });
  const jobs = data?.items ?? [];
  const known = jobs.find(({ jobId }) => jobId === form.job);
  const fits = known ? [] : jobs.filter((job) => holds(jobSearchText(job), form.job.trim()));
  const offered = fits.slice(0, MAX_OFFERED_JOBS).map(({ jobId, name, current }) => ({
    id: jobId,
    label: name,
    hint: current ? t("queries.filters.current") : undefined,
  }));
  const change = (job: string) => changeForm({ job });
  return (
    <Field label={t("queries.form.job")} error={error} help={known?.name}>
      {(ids) => (
        <Combobox
          {...ids}
          listLabel={t("queries.filters.knownJobs")}
          suggestions={{ offered }}
          value={form.job}
          onType={change}
          onTake={change}
          placeholder={t("queries.filters.anyJob")}
          className={cx(
            "h-8.5 w-full min-w-0 rounded-2 border bg-surface px-2.5 text-base touch:h-target touch:text-lg",
            error ? "border-ink-1" : "border-control",
          )}
        />
      )}
    </Field>
  );
}

const MEANINGS = { chf: CHF_COLUMNS, indices: INDICES_COLUMNS };

const MODES = [
  { value: "all", label: "queries.columns.all" },
  { value: "include", label: "queries.columns.include" },
  { value: "exclude", label: "queries.columns.exclude" },
] as const satisfies { value: string; label: PlainKey }[];

/** The columns of a query: a line with the choice, and a dialog that explains each column. */
export function ColumnsField({ error }: FieldProps) {
  const { t } = useWords();
  const { type, include, exclude } = useQueriesPage().form;
  const [isOpen, setOpen] = useState(false);
  const chosen = t("queries.columns.chosen", {
    choice: include ? "include" : exclude ? "exclude" : "other",
    count: (include ?? exclude ?? columnsOf(type)).length,
  });
  return (
    <div>
      <div className="flex items-center gap-2 text-sm">
        <span className="flex-1 font-medium">{t("queries.form.columns")}</span>
        <span className="text-ink-3">{chosen}</span>
        <Button variant="quiet" size="sm" className="-mr-2.5" onClick={() => setOpen(true)}>
          {t("queries.columns.choose")}
        </Button>
      </div>
      {error && <ColumnsFault text={error} />}
      {isOpen && <ColumnsDialog onClose={() => setOpen(false)} />}
    </div>
  );
}

function ColumnsFault({ text }: { text: string }) {
  return (
    <p role="alert" className="mt-1 flex gap-1.5 text-sm font-medium">
      <Icon name="failed" className="mt-px size-4 shrink-0" />
      {text}
    </p>
  );
}

function ColumnsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const { form, changeForm } = useQueriesPage();
  const { type, include, exclude } = form;
  const [mode, setMode] = useState<"all" | "include" | "exclude">(
    include ? "include" : exclude ? "exclude" : "all",
  );
  const [ticked, setTicked] = useState(include ?? exclude ?? []);
  const columns = columnsOf(type);
  const choice = {
    include: mode === "include" ? ticked : null,
    exclude: mode === "exclude" ? ticked : null,
  };
  const fault = faultsOf({ type, selectColumns: columnChoiceOf(choice) }).columns;
  return (
    <Dialog
      wide
      isOpen
      title={t("queries.columns.title", { type: type === "chf" ? "chf" : "other" })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("queries.columns.cancel")}</Button>
          <Button
            variant="primary"
            disabled={fault !== undefined}
            onClick={() => {
              changeForm(choice);
              onClose();
            }}
          >
            {t("queries.columns.apply")}
          </Button>
        </>
      }
    >
      <Segmented
        fill
        label={t("queries.columns.which")}
        options={MODES.map(({ value, label }) => ({ value, label: t(label) }))}
        value={mode}
        onChange={(next) => {
          setMode(next);
          setTicked(next === "include" ? columns : []);
        }}
      />
      <p className="my-3 text-sm text-ink-2">
        {t("queries.columns.always", { type: type === "chf" ? "chf" : "other" })}
      </p>
      {fault && <ColumnsFault text={fault} />}
      <ul className="divide-y divide-hairline">
        {Object.entries(MEANINGS[type]).map(([name, meaning]) => (
          <li key={name} className="py-1.5">
            <Checkbox
              className="w-full items-start! [&>span:first-child]:mt-0.5"
              disabled={mode === "all"}
              checked={mode === "all" || ticked.includes(name)}
              onChange={() => setTicked(columns.filter((one) => (one === name) !== ticked.includes(one)))}
              label={
                <>
                  {columnLabel(name) !== name && <span className="font-medium">{columnLabel(name)} </span>}
                  <span className="font-mono text-xs">{name}</span>
                  <span className="block text-ink-3">{meaning}</span>
                </>
              }
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
