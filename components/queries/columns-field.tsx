"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { Icon } from "@/components/ui/icon";
import { Segmented } from "@/components/ui/segmented";
import { columnChoiceOf, faultsOf, type QueryForm } from "@/lib/history/queries/form";
import { CHF_COLUMNS, INDICES_COLUMNS, type QueryType } from "@/lib/service/contract";
import { columnsOf } from "@/lib/service/request-rules";
import type { FormChange } from "./form-state";

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

/** Which columns to ask for: a line with the choice, and a dialog that explains each. */
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
      {error && <Fault text={error} />}
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

function Fault({ text }: { text: string }) {
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
      {fault && <Fault text={fault} />}
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
