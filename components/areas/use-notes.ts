"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { bringNoteBack, pinNote, takeNoteAway } from "@/app/(site)/areas/note-actions";
import type { TimeWindow } from "@/components/charts/chart-frame";
import type { PinnedNote } from "@/components/charts/pinned-notes";
import { useEndpoint } from "@/components/live/use-endpoint";
import { shortName } from "@/components/ui/bits";
import { useToast } from "@/components/ui/toast";
import { nameOf } from "@/lib/core/paths";
import { type ActionFault, withoutName } from "@/lib/http/action-result";
import { type AreaNote, listAreaNotes } from "@/lib/notes/contract";
import { spanOf } from "./area-series";

const NONE: readonly AreaNote[] = [];
const NO_ANSWER = "Leafwatch did not answer: nothing is certain. Reload the page.";

/** The notes of an area within a time, and the ways to change them; each can be taken back. */
export function useNotes(tenant: string, path: string, window: TimeWindow) {
  const client = useQueryClient();
  const tell = useToast();
  const query = { tenant, area: path, ...spanOf(window) };
  const { data, error } = useEndpoint(listAreaNotes, { query });
  const items = data?.items ?? NONE;
  const pinned = useMemo(() => items.map((note) => toPinned(note, path)), [items, path]);
  const readAnew = () => client.invalidateQueries({ queryKey: [listAreaNotes.path] });
  const run = async (
    work: Promise<{ ok: boolean; error?: ActionFault }>,
    said: string,
    undo?: () => void,
  ) => {
    const result = await work.catch(() => null);
    tell(result?.ok ? { text: said, undo } : { text: result?.error?.message ?? NO_ANSWER });
    await readAnew();
  };
  const takeAway = (id: string) =>
    run(takeNoteAway({ tenant, id }), "Note taken away", () => void bringBack(id));
  const bringBack = (id: string) => run(bringNoteBack({ tenant, id }), "The note is back");
  /** @returns what is wrong, in its place beside the field; null when it is pinned */
  const pin = async (at: number, text: string): Promise<ActionFault | null> => {
    const note = { tenant, area: path, at: new Date(at).toISOString(), text };
    const result = await pinNote(note).catch(() => null);
    if (!result?.ok) return result ? withoutName(result.error) : { message: NO_ANSWER };
    tell({ text: "Note pinned", undo: () => void takeAway(result.value.id) });
    await readAnew();
    return null;
  };
  return { items, error, pinned, pin, takeAway };
}

function toPinned({ id, at, text, author, area }: AreaNote, path: string): PinnedNote {
  const place = area === path ? "" : ` (${nameOf(area) || "(no name)"})`;
  return { id, t: Date.parse(at), words: `${text}${place}, ${shortName(author)}` };
}
