"use client";
import { useState } from "react";
import { ChipsField } from "@/components/queries/chips-field";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { AreaOverview, Job } from "@/lib/areas/contract";
import { comparePaths } from "@/lib/core/natural-order";
import { formatCount } from "@/lib/core/numbers";
import { displayPath } from "@/lib/core/paths";
import type { CompareControls } from "./use-compare-state";
import { MOST_COMPARED } from "./view";

const MOST_OFFERED = 50;

type Offer = { id: string; label: string; hint?: string };

type Props = {
  kind: "area" | "job";
  controls: CompareControls;
  areas: readonly AreaOverview[];
  jobs: readonly Job[];
  onClose: () => void;
};

/** Which areas or jobs are compared: found by typing, six at most. */
export function ComparePicker({ kind, controls, areas, jobs, onClose }: Props) {
  const [names, setNames] = useState<string[]>(controls.chosen);
  const [refused, setRefused] = useState<string | null>(null);
  const offers = kind === "area" ? areaOffers(areas) : jobOffers(jobs);
  const show = kind === "area" ? displayPath : same;
  const change = (next: string[]) => {
    const seventh = next.length > MOST_COMPARED ? next.at(-1) : undefined;
    setRefused(seventh ?? null);
    if (seventh === undefined) setNames(next);
  };
  const take = () => {
    controls.take(names);
    onClose();
  };
  return (
    <Dialog
      wide
      isOpen
      title={kind === "area" ? "Areas to compare" : "Growth jobs to compare"}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={take}>
            Compare these
          </Button>
        </>
      }
    >
      <div className="min-h-90">
        <ChipsField
          label={kind === "area" ? "Control areas" : "Growth jobs"}
          help={`${names.length} of ${MOST_COMPARED}. The first is A, the next B, and so on${kind === "area" ? "; each with all below it" : ""}.`}
          error={refused === null ? undefined : refusalWords(show(refused))}
          chosen={names}
          onChange={change}
          show={show}
          placeholder="Type a part of the name"
          suggest={(typed) => fitting(offers, names, typed)}
        />
      </div>
    </Dialog>
  );
}

const same = (name: string) => name;

function refusalWords(name: string): string {
  return `${name} would be the seventh: six lines are the most that can be told apart. Take one away first.`;
}

function areaOffers(areas: readonly AreaOverview[]): Offer[] {
  const paths = areas.map(({ path }) => path).toSorted(comparePaths);
  return paths.map((path) => ({ id: path, label: displayPath(path) }));
}

function jobOffers(jobs: readonly Job[]): Offer[] {
  return jobs
    .filter(({ jobId }) => jobId !== "")
    .map(({ jobId, current, dayOfCrop }) => ({
      id: jobId,
      label: jobId,
      hint: current ? `day ${dayOfCrop} today` : `ended day ${dayOfCrop}`,
    }));
}

/** Those that hold every word typed and are not chosen yet; first where the words follow each other so. */
function fitting(offers: readonly Offer[], chosen: readonly string[], typed: string) {
  const words = wordsOf(typed);
  const fits = offers.filter(({ id, label }) => {
    const text = label.toLocaleLowerCase();
    return !chosen.includes(id) && words.every((word) => text.includes(word));
  });
  const isMeant = ({ label }: Offer) => wordsOf(label).join(" ").includes(words.join(" "));
  const inOrder = [...fits.filter(isMeant), ...fits.filter((offer) => !isMeant(offer))];
  const left = fits.length - MOST_OFFERED;
  return {
    offered: inOrder.slice(0, MOST_OFFERED),
    more: left > 0 ? `${formatCount(left)} more: type a part of the name` : undefined,
  };
}

const wordsOf = (text: string) =>
  text
    .toLocaleLowerCase()
    .split(/[\s#›]+/)
    .filter(Boolean);
