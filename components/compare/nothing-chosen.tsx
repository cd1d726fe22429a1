"use client";
import { lazy, useState } from "react";
import { useFavourites } from "@/components/areas/use-favourites";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Opened } from "@/components/ui/opened";
import { Panel } from "@/components/ui/panel";
import { EmptyState } from "@/components/ui/states";
import type { AreaOverview, Job } from "@/lib/farm/areas/contract";
import { areaSuggestions, jobSuggestions, type Suggestion } from "./suggestions";
import type { CompareControls } from "./use-compare-state";

const ComparePicker = lazy(async () => ({ default: (await import("./compare-picker")).ComparePicker }));

type Props = {
  tenant: string;
  controls: CompareControls;
  areas: readonly AreaOverview[];
  jobs: readonly Job[];
};

/** Before anything is chosen: what could be compared, and the way to choose. */
export function NothingChosen({ tenant, controls, areas, jobs }: Props) {
  const [isPicking, setPicking] = useState(false);
  const { paths } = useFavourites(tenant);
  const kind = controls.state.what === "areas" ? "area" : "job";
  const suggestions = kind === "area" ? areaSuggestions(areas, paths) : jobSuggestions(jobs);
  const isNothing = kind === "area" ? areas.length === 0 : jobs.length === 0;
  const of = kind === "area" ? "areas" : "growth jobs";
  return (
    <Panel label="Nothing chosen">
      <h2 className="sr-only">What is compared</h2>
      <EmptyState
        icon="compare"
        title={isNothing ? `No ${of} are known yet` : "Nothing is chosen yet"}
        actions={
          !isNothing && (
            <Button variant="primary" icon="plus" onClick={() => setPicking(true)}>
              Choose {of}
            </Button>
          )
        }
      >
        {isNothing
          ? `They come with the first readings of the tenancy.`
          : `Up to six ${of} can be compared, in one chart and one table.`}
      </EmptyState>
      {suggestions.length > 0 && (
        <ul aria-label="Suggestions" className="border-t border-hairline">
          {suggestions.map((one) => (
            <SuggestionLine key={one.address} suggestion={one} />
          ))}
        </ul>
      )}
      <Opened isOpen={isPicking}>
        <ComparePicker {...{ controls, areas, jobs, kind }} onClose={() => setPicking(false)} />
      </Opened>
    </Panel>
  );
}

function SuggestionLine({ suggestion }: { suggestion: Suggestion }) {
  return (
    <li className="relative flex min-h-13 items-center gap-3 border-b border-hairline px-8 py-2 last:border-b-0 hover:bg-hover max-sm:px-4">
      <Icon name="compare" className="size-4 shrink-0 text-ink-3" />
      <div className="min-w-0">
        <Link href={suggestion.address} className="covers font-medium wrap-anywhere text-accent">
          {suggestion.title}
        </Link>
        <p className="line-clamp-3 text-sm wrap-anywhere text-ink-3" title={suggestion.names}>
          {suggestion.names}
        </p>
      </div>
    </li>
  );
}
