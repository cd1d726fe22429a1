"use client";
import { useClock } from "@/components/ui/clock";
import { Menu } from "@/components/ui/menu";
import { formatAge } from "@/lib/base/core/time";
import type { Query } from "@/lib/history/queries/contract";
import { formOf } from "@/lib/history/queries/form";
import type { SavedQuery } from "@/lib/history/queries/saved-contract";
import { queryTitle } from "@/lib/history/queries/words";
import type { FormChange } from "./form-state";

const MOST_OFFERED = 10;

type Props = { queries: readonly Query[]; saved: readonly SavedQuery[]; change: FormChange };

/** Fills the form with what a saved query holds or an earlier one asked for. */
export function EarlierMenu({ queries, saved, change }: Props) {
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
      entries: queries.slice(0, MOST_OFFERED).map((query) => ({
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
