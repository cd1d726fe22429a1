"use client";
import { lazy, useState } from "react";
import { useFreshness } from "@/components/freshness/use-freshness";
import { ReadError } from "@/components/live/read-error";
import { Button } from "@/components/ui/button";
import { Opened } from "@/components/ui/dialog";
import { Menu } from "@/components/ui/menu";
import { Panel } from "@/components/ui/panel";
import { Age, useClock } from "@/components/ui/time";
import { formatAge } from "@/lib/base/core/time";
import type { QueryForm, SavedQuery } from "@/lib/history/queries/contract";
import { askedPeriod, formOf, toRequest } from "@/lib/history/queries/form";
import { formTitle, queryTitle } from "@/lib/history/queries/words";
import { useQueriesPage } from "./page-state";

const NameDialog = lazy(async () => ({ default: (await import("./name-dialog")).NameDialog }));

const MAX_OFFERED = 10;

/** Saved queries: each can run, fill the form, be renamed or deleted. */
export function SavedPanel() {
  const { zone, now } = useClock();
  const { saved, openForm, sendForm, pending: sending } = useQueriesPage();
  const delayHours = useFreshness()?.facts.readings.delayHours ?? 1;
  const isConnected = useFreshness()?.facts.readings.connected !== false;
  const [renamed, setRenamed] = useState<SavedQuery | null>(null);
  const { items, read, pending } = saved;
  if (items.length === 0 && !read.error) return null;
  // A rolling period is counted back from now.
  const run = ({ form }: SavedQuery) =>
    void sendForm(form, toRequest(form, askedPeriod(form, now.getTime(), delayHours)));
  return (
    <Panel title="Saved queries" count={read.data && items.length}>
      {read.error && <ReadError compact of={read} title="The saved queries could not be read" />}
      <ul className="divide-y divide-hairline">
        {items.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
            <div className="min-w-0 flex-1 basis-56">
              <h3 className="text-base wrap-anywhere">{one.name}</h3>
              <p className="text-sm wrap-anywhere text-ink-3">
                {formTitle(one.form, zone, now)}; saved by {one.createdBy}, <Age at={one.createdAt} />
              </p>
            </div>
            <div className="flex flex-wrap items-center gap-1">
              {isConnected && (
                <Button size="sm" disabled={sending === "submit"} onClick={() => run(one)}>
                  Run<span className="sr-only"> {one.name}</span>
                </Button>
              )}
              <Button size="sm" onClick={() => openForm(one.form)}>
                Open<span className="sr-only"> {one.name}</span>
              </Button>
              <Button size="sm" variant="quiet" disabled={pending} onClick={() => setRenamed(one)}>
                Rename<span className="sr-only"> {one.name}</span>
              </Button>
              <Button size="sm" variant="quiet" disabled={pending} onClick={() => void saved.remove(one)}>
                Delete<span className="sr-only"> {one.name}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {renamed && (
        <Opened onClose={() => setRenamed(null)}>
          <NameDialog
            title="Rename the saved query"
            verb="Rename"
            initial={renamed.name}
            summary={formTitle(renamed.form, zone, now)}
            onTake={(name) => saved.rename(renamed.id, name)}
            onClose={() => setRenamed(null)}
          />
        </Opened>
      )}
    </Panel>
  );
}

/** Saves the form under a name. */
export function SaveButton({
  disabled,
  reason,
}: {
  disabled: boolean;
  /** Id of the text that says why it is disabled. */
  reason: string;
}) {
  const { zone, now } = useClock();
  const { form, saved } = useQueriesPage();
  const [isOpen, setOpen] = useState(false);
  const title = formTitle(form, zone, now);
  return (
    <>
      <Button disabled={disabled} aria-describedby={reason} onClick={() => setOpen(true)}>
        Save
      </Button>
      {isOpen && (
        <Opened onClose={() => setOpen(false)}>
          <NameDialog
            title="Save the query"
            verb="Save"
            initial={title.slice(0, 80)}
            summary={`${title}. ${isRolling(form) ? "The period is counted back from the newest data whenever it runs." : "It keeps these dates."}`}
            onTake={(name) => saved.save(name, form)}
            onClose={() => setOpen(false)}
          />
        </Opened>
      )}
    </>
  );
}

/** Returns true if the period has no dates of its own. */
const isRolling = ({ from, to }: QueryForm) => from === null && to === null;

/** Fills the form from a saved or an earlier query. */
export function EarlierMenu() {
  const { now, zone } = useClock();
  const { items, saved, changeForm } = useQueriesPage();
  if (items.length === 0 && saved.items.length === 0) return null;
  const take = (id: string) => {
    const query = items.find((one) => one.id === id);
    const form = query ? formOf(query) : saved.items.find((one) => one.id === id)?.form;
    if (form) changeForm(form);
  };
  const groups = [
    { id: "saved", title: "Saved", entries: saved.items.map(({ id, name }) => ({ id, label: name })) },
    {
      id: "earlier",
      title: "Earlier",
      entries: items.slice(0, MAX_OFFERED).map((query) => ({
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
