"use client";
import { useState } from "react";
import { ReadError } from "@/components/live/read-error";
import { Button } from "@/components/ui/button";
import { useClock } from "@/components/ui/clock";
import { Panel } from "@/components/ui/panel";
import { Age } from "@/components/ui/time";
import type { QueryForm } from "@/lib/history/queries/form";
import type { SavedQuery } from "@/lib/history/queries/saved-contract";
import { formTitle } from "@/lib/history/queries/words";
import { NameDialog } from "./name-dialog";
import type { Saved } from "./use-saved";

/** The queries that have a name: each fills the form, or is renamed or deleted. */
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
