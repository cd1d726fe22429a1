"use client";
import { lazy, useState } from "react";
import { useFreshness } from "@/components/freshness/use-freshness";
import { ReadError } from "@/components/live/read-error";
import { Button } from "@/components/ui/button";
import { Opened } from "@/components/ui/dialog";
import { Menu } from "@/components/ui/menu";
import { Panel } from "@/components/ui/panel";
import { Age, useClock } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import type { QueryForm, SavedQuery } from "@/lib/history/queries/contract";
import { askedPeriod, formOf, toRequest } from "@/lib/history/queries/form";
import { formTitle, queryTitle } from "@/lib/history/queries/words";
import { useQueriesPage } from "./page-state";

const NameDialog = lazy(async () => ({ default: (await import("./name-dialog")).NameDialog }));

const MAX_OFFERED = 10;

/** Saved queries: each can run, fill the form, be renamed or deleted. */
export function SavedPanel() {
  const words = useWords();
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
    <Panel title={words.t("queries.saved.title")} count={read.data && items.length}>
      {read.error && <ReadError compact of={read} title={words.t("queries.saved.unread")} />}
      <ul className="divide-y divide-hairline">
        {items.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
            <div className="min-w-0 flex-1 basis-56">
              <h3 className="text-base wrap-anywhere">{one.name}</h3>
              <p className="text-sm wrap-anywhere text-ink-3">
                {rich(words, "queries.saved.about", {
                  query: formTitle(words, one.form, zone, now),
                  name: one.createdBy,
                  age: <Age at={one.createdAt} />,
                })}
              </p>
            </div>
            <div className="flex flex-wrap items-center gap-1">
              {isConnected && (
                <Button size="sm" disabled={sending === "submit"} onClick={() => run(one)}>
                  {rich(words, "queries.saved.run", { name: one.name, hidden: <span className="sr-only" /> })}
                </Button>
              )}
              <Button size="sm" onClick={() => openForm(one.form)}>
                {rich(words, "queries.saved.open", { name: one.name, hidden: <span className="sr-only" /> })}
              </Button>
              <Button size="sm" variant="quiet" disabled={pending} onClick={() => setRenamed(one)}>
                {rich(words, "queries.saved.rename", {
                  name: one.name,
                  hidden: <span className="sr-only" />,
                })}
              </Button>
              <Button size="sm" variant="quiet" disabled={pending} onClick={() => void saved.remove(one)}>
                {rich(words, "queries.saved.delete", {
                  name: one.name,
                  hidden: <span className="sr-only" />,
                })}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {renamed && (
        <Opened onClose={() => setRenamed(null)}>
          <NameDialog
            title={words.t("queries.saved.renameTitle")}
            verb={words.t("queries.saved.renameVerb")}
            initial={renamed.name}
            summary={formTitle(words, renamed.form, zone, now)}
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
  const words = useWords();
  const { zone, now } = useClock();
  const { form, saved } = useQueriesPage();
  const [isOpen, setOpen] = useState(false);
  const title = formTitle(words, form, zone, now);
  return (
    <>
      <Button disabled={disabled} aria-describedby={reason} onClick={() => setOpen(true)}>
        {words.t("queries.saved.save")}
      </Button>
      {isOpen && (
        <Opened onClose={() => setOpen(false)}>
          <NameDialog
            title={words.t("queries.saved.saveTitle")}
            verb={words.t("queries.saved.save")}
            initial={title.slice(0, 80)}
            summary={words.t(isRolling(form) ? "queries.saved.rolling" : "queries.saved.fixed", {
              query: title,
            })}
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
  const words = useWords();
  const { now, zone } = useClock();
  const { items, saved, changeForm } = useQueriesPage();
  if (items.length === 0 && saved.items.length === 0) return null;
  const take = (id: string) => {
    const query = items.find((one) => one.id === id);
    const form = query ? formOf(query) : saved.items.find((one) => one.id === id)?.form;
    if (form) changeForm(form);
  };
  const groups = [
    {
      id: "saved",
      title: words.t("queries.saved.groupSaved"),
      entries: saved.items.map(({ id, name }) => ({ id, label: name })),
    },
    {
      id: "earlier",
      title: words.t("queries.saved.groupEarlier"),
      entries: items.slice(0, MAX_OFFERED).map((query) => ({
        id: query.id,
        label: queryTitle(words, query, zone, now),
        hint: words.formatAge(new Date(query.createdAt), now),
      })),
    },
  ];
  return (
    <Menu
      label={words.t("queries.saved.menu")}
      placement="bottom end"
      trigger={
        <button
          type="button"
          className="-mr-1 rounded-1 px-1 text-sm font-medium text-accent hover:text-accent-hover touch:min-h-target"
        >
          {words.t("queries.saved.start")}
        </button>
      }
      groups={groups.filter(({ entries }) => entries.length > 0)}
      onAction={take}
    />
  );
}
