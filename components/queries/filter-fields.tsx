"use client";
import { useId, useState } from "react";
import { CHART_ORDER } from "@/components/charts/chart-defaults";
import { useTenant } from "@/components/live/site-context";
import { useEndpoint } from "@/components/live/use-endpoint";
import { ChipsField, type Suggestion, SuggestionList, useSuggestions } from "@/components/places/chips-field";
import { Button } from "@/components/ui/button";
import { Checkbox, Segmented } from "@/components/ui/choices";
import { cx } from "@/components/ui/cx";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { IndexMark } from "@/components/ui/index-mark";
import { useClock } from "@/components/ui/time";
import { INDEX_FACTS, INDICES, type IndexName, indexHelp } from "@/lib/base/core/indices";
import { formatCount } from "@/lib/base/core/numbers";
import { nameOf } from "@/lib/base/core/paths";
import { formatAge } from "@/lib/base/core/time";
import { listJobs } from "@/lib/farm/areas/contract";
import { listDevices } from "@/lib/farm/measurements/contract";
import type { QueryForm } from "@/lib/history/queries/contract";
import { columnChoiceOf, faultsOf } from "@/lib/history/queries/form";
import { CHF_COLUMNS, INDICES_COLUMNS, type QueryType } from "@/lib/service/contract";
import { columnsOf } from "@/lib/service/request-rules";
import type { FormChange } from "./form-state";

const MAX_OFFERED_SENSORS = 40;
/** Counting all measurements is slow, and sensors rarely change. */
const SENSORS_STALE_MS = 600_000;
const MAX_OFFERED_JOBS = 30;

type IndexFieldProps = {
  /** Null means all that the licence includes. */
  chosen: IndexName[] | null;
  onChange: (chosen: IndexName[] | null) => void;
  error?: string;
};

/** The indices of a query, each with its mark and meaning. Choosing all is no filter. */
export function IndexField({ chosen, onChange, error }: IndexFieldProps) {
  const noteId = useId();
  const isChosen = (index: IndexName) => chosen === null || chosen.includes(index);
  const toggle = (index: IndexName) => {
    const next = INDICES.filter((one) => (one === index ? !isChosen(one) : isChosen(one)));
    onChange(next.length === INDICES.length ? null : next);
  };
  return (
    <fieldset className="min-w-0" aria-describedby={noteId}>
      <legend className="mb-1 flex w-full items-center text-sm font-medium">
        <span className="flex-1">Indices</span>
        <button
          type="button"
          className="-mr-1 rounded-1 px-1 font-medium text-accent hover:text-accent-hover touch:min-h-target touch:min-w-target"
          onClick={() => onChange(chosen === null ? [] : null)}
        >
          {chosen === null ? "None" : "All"}
        </button>
      </legend>
      <div className="grid grid-cols-1 gap-x-3 sm:grid-cols-2">
        {CHART_ORDER.map((index) => (
          <Checkbox
            key={index}
            className="min-h-9 items-start! py-1 [&>span:first-child]:mt-0.5"
            checked={isChosen(index)}
            onChange={() => toggle(index)}
            label={<IndexLabel index={index} />}
          />
        ))}
      </div>
      <p id={noteId} className="mt-1 flex gap-1.5 text-sm text-ink-3">
        {error ? (
          <>
            <Icon name="failed" className="mt-px size-4 shrink-0 text-ink-1" />
            <span className="font-medium text-ink-1">
              {chosen?.length === 0 ? "None is chosen: tick at least one." : error}
            </span>
          </>
        ) : chosen === null ? (
          "All that the licence has, also indices that are not in this list"
        ) : (
          `${chosen.length} of ${INDICES.length}`
        )}
      </p>
    </fieldset>
  );
}

function IndexLabel({ index }: { index: IndexName }) {
  return (
    <>
      <span className="flex items-start gap-1.5">
        <IndexMark index={index} className="mt-0.75 size-3" />
        {INDEX_FACTS[index].label}
      </span>
      <span className="block text-xs text-ink-3">{indexHelp(index)}</span>
    </>
  );
}

type SensorFieldProps = { chosen: string[]; error?: string; onChange: (chosen: string[]) => void };

/** The sensors of a query: known ones are suggested with place and age, others are taken as typed. */
export function SensorField({ chosen, error, onChange }: SensorFieldProps) {
  const { now } = useClock();
  const tenant = useTenant();
  const { data } = useEndpoint(
    listDevices,
    { query: { tenant } },
    { enabled: tenant !== undefined, staleTime: SENSORS_STALE_MS },
  );
  const known = data?.items ?? [];
  const suggest = (typed: string) => {
    const text = typed.trim().toLocaleLowerCase();
    const fits = known.filter(
      ({ deviceId, area }) =>
        !chosen.includes(deviceId) &&
        (deviceId.toLocaleLowerCase().includes(text) || area.toLocaleLowerCase().includes(text)),
    );
    if (fits.length === 0) {
      const name = typed.trim();
      return { offered: name ? [{ id: name, label: name, hint: "as typed" }] : [] };
    }
    const offered = fits.slice(0, MAX_OFFERED_SENSORS).map(({ deviceId, area, lastAt }) => ({
      id: deviceId,
      label: deviceId,
      hint: `${nameOf(area)}, ${formatAge(new Date(lastAt), now)}`,
    }));
    const left = fits.length - offered.length;
    return { offered, more: left > 0 ? `${formatCount(left)} more: type a part of one` : undefined };
  };
  return (
    <ChipsField
      label="Sensors"
      help={helpWords(chosen.length, known.length)}
      error={error}
      chosen={chosen}
      onChange={onChange}
      placeholder={chosen.length === 0 ? "All sensors" : "Add a sensor"}
      suggest={suggest}
    />
  );
}

function helpWords(chosen: number, known: number): string {
  if (known === 0) return "No sensor is known yet: type an identifier, or leave it empty for all.";
  const all = known === 1 ? "1 sensor" : `${formatCount(known)} sensors`;
  return chosen === 0
    ? `All; ${all} measured so far`
    : `${formatCount(chosen)} of ${all} that measured so far`;
}

/** One growth job, typed or picked from those with readings. */
export function JobField({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange: (job: string) => void;
  error?: string;
}) {
  const offered = useOffered(value);
  const list = useSuggestions(offered, onChange);
  return (
    <Field label="Growth job" error={error}>
      {(ids) => (
        <div className="relative">
          <input
            {...list.inputProps}
            {...ids}
            type="text"
            value={value}
            placeholder="Any job"
            className={cx(
              "h-8.5 w-full min-w-0 rounded-2 border bg-surface px-2.5 text-base touch:h-target touch:text-lg",
              error ? "border-ink-1" : "border-control",
            )}
            onChange={(event) => {
              onChange(event.target.value);
              list.setAt(0);
              list.open();
            }}
            onClick={list.open}
            onBlur={list.close}
            onKeyDown={(event) => {
              if (!list.onKeyDown(event) && event.key === "Enter") event.preventDefault();
            }}
          />
          <SuggestionList label="Known jobs" offered={offered} list={list} />
        </div>
      )}
    </Field>
  );
}

/** Known jobs that contain the typed text, the newest first; none on an exact match. */
function useOffered(typed: string): Suggestion[] {
  const tenant = useTenant();
  const { data } = useEndpoint(listJobs, { query: { tenant } }, { enabled: tenant !== undefined });
  const jobs = data?.items ?? [];
  if (jobs.some((job) => job.jobId === typed)) return [];
  const text = typed.trim().toLocaleLowerCase();
  return jobs
    .filter((job) => job.jobId.toLocaleLowerCase().includes(text))
    .slice(0, MAX_OFFERED_JOBS)
    .map((job) => ({ id: job.jobId, label: job.jobId, hint: job.current ? "current" : undefined }));
}

type Choice = Pick<QueryForm, "include" | "exclude">;

type Mode = "all" | "include" | "exclude";

const MEANINGS: Record<QueryType, Record<string, string>> = { chf: CHF_COLUMNS, indices: INDICES_COLUMNS };

const ALWAYS_WORDS: Record<QueryType, string> = {
  chf: "The measurement, its time, sensor, area and growth job",
  indices: "Time, area, growth job, index and value",
};

const MODES = [
  { value: "all", label: "All" },
  { value: "include", label: "Only these" },
  { value: "exclude", label: "All but these" },
] as const;

/** The columns of a query: a line with the choice, and a dialog that explains each column. */
export function ColumnsField({
  form,
  change,
  error,
}: {
  form: QueryForm;
  change: FormChange;
  error?: string;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <div className="flex items-center gap-2 text-sm">
        <span className="flex-1 font-medium">Columns</span>
        <span className="text-ink-3">{choiceWords(form)}</span>
        <Button variant="quiet" size="sm" className="-mr-2.5" onClick={() => setOpen(true)}>
          Choose
        </Button>
      </div>
      {error && <ColumnsFault text={error} />}
      {isOpen && (
        <ColumnsDialog
          type={form.type}
          initial={form}
          onClose={() => setOpen(false)}
          onTake={(choice) => {
            change(choice);
            setOpen(false);
          }}
        />
      )}
    </div>
  );
}

function choiceWords({ type, include, exclude }: QueryForm): string {
  if (include) return `only ${include.length}`;
  return exclude ? `all but ${exclude.length}` : `all ${columnsOf(type).length}`;
}

function ColumnsFault({ text }: { text: string }) {
  return (
    <p role="alert" className="mt-1 flex gap-1.5 text-sm font-medium">
      <Icon name="failed" className="mt-px size-4 shrink-0" />
      {text}
    </p>
  );
}

function ColumnsDialog({
  type,
  initial,
  onTake,
  onClose,
}: {
  type: QueryType;
  initial: Choice;
  onTake: (choice: Choice) => void;
  onClose: () => void;
}) {
  const [mode, setMode] = useState<Mode>(initial.include ? "include" : initial.exclude ? "exclude" : "all");
  const [ticked, setTicked] = useState<string[]>(initial.include ?? initial.exclude ?? []);
  const choice: Choice = {
    include: mode === "include" ? ticked : null,
    exclude: mode === "exclude" ? ticked : null,
  };
  const fault = faultsOf({ type, selectColumns: columnChoiceOf(choice) }).columns;
  const changeMode = (next: Mode) => {
    setMode(next);
    setTicked(next === "include" ? columnsOf(type) : []);
  };
  return (
    <Dialog
      wide
      isOpen
      title={type === "chf" ? "Columns of fluorescence" : "Columns of indices"}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={fault !== undefined} onClick={() => onTake(choice)}>
            Take these
          </Button>
        </>
      }
    >
      <Segmented label="Which columns" options={[...MODES]} value={mode} onChange={changeMode} fill />
      <p className="my-3 text-sm text-ink-2">
        {ALWAYS_WORDS[type]} are fetched in any case: no row can be stored without them. What is left out here
        is not shown.
      </p>
      {fault && <ColumnsFault text={fault} />}
      <Columns type={type} mode={mode} ticked={ticked} onChange={setTicked} />
    </Dialog>
  );
}

function Columns({
  type,
  mode,
  ticked,
  onChange,
}: {
  type: QueryType;
  mode: Mode;
  ticked: string[];
  onChange: (ticked: string[]) => void;
}) {
  const toggle = (name: string) =>
    onChange(columnsOf(type).filter((one) => (one === name) !== ticked.includes(one)));
  const isTicked = (name: string) => mode === "all" || ticked.includes(name);
  return (
    <ul className="divide-y divide-hairline">
      {Object.entries(MEANINGS[type]).map(([name, meaning]) => (
        <li key={name} className="py-1.5">
          <Checkbox
            className="w-full items-start! [&>span:first-child]:mt-0.5"
            disabled={mode === "all"}
            checked={isTicked(name)}
            onChange={() => toggle(name)}
            label={
              <>
                <span className="font-mono text-xs">{name}</span>
                <span className="block text-ink-3">{meaning}</span>
              </>
            }
          />
        </li>
      ))}
    </ul>
  );
}
