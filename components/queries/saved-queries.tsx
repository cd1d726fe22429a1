"use client";
import { useState } from "react";
import { FormDialog } from "@/components/forms/dialogs";
import { ReadError } from "@/components/live/read-error";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Menu } from "@/components/ui/menu";
import { Panel } from "@/components/ui/panel";
import { Age, useClock } from "@/components/ui/time";
import { formatAge } from "@/lib/base/core/time";
import type { Query, QueryForm, SavedQuery } from "@/lib/history/queries/contract";
import { formOf } from "@/lib/history/queries/form";
import { formTitle, queryTitle } from "@/lib/history/queries/words";
import type { FormChange } from "./form-state";
import type { Saved } from "./use-saved";

const MAX_OFFERED = 10;

/** Saved queries: each can fill the form, be renamed or deleted. */
export function SavedPanel({ saved, onOpen }: { saved: Saved; onOpen: (form: QueryForm) => void }) {
  const { zone, now } = useClock();
  const [renamed, setRenamed] = useState<SavedQuery | null>(null);
  const { read } = saved;
  if (saved.items.length === 0 && !read.error) return null;
  return (
    <Panel title="Saved queries" count={read.data && saved.items.length}>
      {read.error && <ReadError compact of={read} />}
      <ul className="divide-y divide-hairline">
        {saved.items.map((one) => (
          <Line
            key={one.id}
            saved={one}
            busy={saved.pending}
            onOpen={() => onOpen(one.form)}
            onRename={() => setRenamed(one)}
            onRemove={() => void saved.remove(one)}
          />
        ))}
      </ul>
      {renamed && (
        <NameDialog
          title="Rename the saved query"
          verb="Rename"
          initial={renamed.name}
          what={formTitle(renamed.form, zone, now)}
          onTake={(name) => saved.rename(renamed.id, name)}
          onClose={() => setRenamed(null)}
        />
      )}
    </Panel>
  );
}

type LineProps = {
  saved: SavedQuery;
  busy: boolean;
  onOpen: () => void;
  onRename: () => void;
  onRemove: () => void;
};

function Line({ saved, busy, onOpen, onRename, onRemove }: LineProps) {
  const { zone, now } = useClock();
  const { name, form, createdBy, createdAt } = saved;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-56">
        <h3 className="text-base wrap-anywhere">{name}</h3>
        <p className="text-sm wrap-anywhere text-ink-3">
          {formTitle(form, zone, now)}; saved by {createdBy}, <Age at={createdAt} />
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-1">
        <Button size="sm" onClick={onOpen}>
          Open<span className="sr-only"> {name}</span>
        </Button>
        <Button size="sm" variant="quiet" disabled={busy} onClick={onRename}>
          Rename<span className="sr-only"> {name}</span>
        </Button>
        <Button size="sm" variant="quiet" disabled={busy} onClick={onRemove}>
          Delete<span className="sr-only"> {name}</span>
        </Button>
      </div>
    </li>
  );
}

/** Saves the form under a name. */
export function SaveButton({ form, saved, disabled }: { form: QueryForm; saved: Saved; disabled: boolean }) {
  const { zone, now } = useClock();
  const [isOpen, setOpen] = useState(false);
  const title = formTitle(form, zone, now);
  return (
    <>
      <Button disabled={disabled} onClick={() => setOpen(true)}>
        Save
      </Button>
      {isOpen && (
        <NameDialog
          title="Save the query"
          verb="Save"
          initial={title.slice(0, 80)}
          what={`${title}. A period up to the newest data moves along with it.`}
          onTake={(name) => saved.save(name, form)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** Asks for the name of a saved query; an error shows at the field. */
function NameDialog({
  title,
  verb,
  initial,
  what,
  onTake,
  onClose,
}: {
  title: string;
  verb: string;
  initial: string;
  /** The query in one line. */
  what: string;
  /** @returns the fault, or null */
  onTake: (name: string) => Promise<string | null>;
  onClose: () => void;
}) {
  const [name, setName] = useState(initial);
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const take = async () => {
    setPending(true);
    const found = await onTake(name);
    setPending(false);
    setFault(found);
    if (found === null) onClose();
  };
  return (
    <FormDialog
      isOpen
      title={title}
      verb={verb}
      pending={pending}
      disabled={name.trim() === ""}
      onSubmit={() => void take()}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        maxLength={80}
        error={fault ?? undefined}
        help="Everybody of this tenancy sees it"
        onChange={(event) => setName(event.target.value)}
      />
      <p className="-mt-1 text-sm wrap-anywhere text-ink-2">{what}</p>
    </FormDialog>
  );
}

type EarlierMenuProps = { queries: readonly Query[]; saved: readonly SavedQuery[]; change: FormChange };

/** Fills the form from a saved or an earlier query. */
export function EarlierMenu({ queries, saved, change }: EarlierMenuProps) {
  const { now, zone } = useClock();
  if (queries.length === 0 && saved.length === 0) return null;
  const take = (id: string) => {
    const query = queries.find((one) => one.id === id);
    const form = query ? formOf(query) : saved.find((one) => one.id === id)?.form;
    if (form) change(form);
  };
  const groups = [
    { id: "saved", title: "Saved", entries: saved.map(({ id, name }) => ({ id, label: name })) },
    {
      id: "earlier",
      title: "Earlier",
      entries: queries.slice(0, MAX_OFFERED).map((query) => ({
        id: query.id,
        label: queryTitle(query, zone, now),
        hint: formatAge(new Date(query.createdAt), now),
      })),
    },
  ];
  return (
    <Menu
      label="Saved and earlier queries"
      placement="bottom end"
      trigger={
        <button
          type="button"
          className="-mr-1 rounded-1 px-1 text-sm font-medium text-accent hover:text-accent-hover touch:min-h-target"
        >
          Start from an earlier one
        </button>
      }
      groups={groups.filter(({ entries }) => entries.length > 0)}
      onAction={take}
    />
  );
}
