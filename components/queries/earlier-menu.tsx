"use client";
import { useClock } from "@/components/ui/clock";
import { Menu } from "@/components/ui/menu";
import { formatAge } from "@/lib/core/time";
import type { Query } from "@/lib/queries/contract";
import { formOf } from "@/lib/queries/form";
import { queryTitle } from "@/lib/queries/words";
import type { FormChange } from "./form-state";

const MOST_OFFERED = 10;

/** Fills the form with what an earlier query asked for. */
export function EarlierMenu({ queries, change }: { queries: readonly Query[]; change: FormChange }) {
  const { now, zone } = useClock();
  if (queries.length === 0) return null;
  const take = (id: string) => {
    const query = queries.find((one) => one.id === id);
    if (query) change(formOf(query));
  };
  return (
    <Menu
      label="Earlier queries"
      placement="bottom end"
      trigger={
        <button
          type="button"
          className="-mr-1 rounded-1 px-1 text-sm font-medium text-accent hover:text-accent-hover touch:min-h-target"
        >
          Start from an earlier one
        </button>
      }
      groups={[
        {
          id: "earlier",
          entries: queries.slice(0, MOST_OFFERED).map((query) => ({
            id: query.id,
            label: queryTitle(query, zone, now),
            hint: formatAge(new Date(query.createdAt), now),
          })),
        },
      ]}
      onAction={take}
    />
  );
}
