"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { PinnedNote, TimeWindow } from "@/components/charts/plot/chart-frame";
import { readAgain } from "@/components/live/read-again";
import { useTenant } from "@/components/live/site-context";
import { useEndpoint } from "@/components/live/use-endpoint";
import { useServerAction } from "@/components/live/use-server-action";
import { spanOf } from "@/components/places/page-inputs";
import { useToast } from "@/components/ui/toast";
import { useWords } from "@/components/words/words";
import { nameOf } from "@/lib/base/core/paths";
import { shortName } from "@/lib/base/core/text";
import type { Words } from "@/lib/base/words/words";
import { deleteNote, pinNote, restoreNote } from "@/lib/farm/notes/actions";
import { type AreaNote, listAreaNotes } from "@/lib/farm/notes/contract";
import { type ActionFault, type ActionResult, withoutName } from "@/lib/web/http/action-result";

const NONE: readonly AreaNote[] = [];

/** The notes of an area within a time, and the ways to change them; each can be taken back. */
export function useNotes(path: string, window: TimeWindow) {
  const words = useWords();
  const { t } = words;
  const tenant = useTenant();
  const client = useQueryClient();
  const tell = useToast();
  const query = { tenant, area: path, ...spanOf(window) };
  const read = useEndpoint(listAreaNotes, { query });
  const items = read.data?.items ?? NONE;
  const pinned = useMemo(() => items.map((note) => toPinned(words, note, path)), [words, items, path]);
  const { run } = useServerAction();
  const readAnew = () => readAgain(client, { queryKey: [listAreaNotes.path] });
  const change = async (call: () => Promise<ActionResult<unknown>>, said: string, undo?: () => void) => {
    const result = await run(call);
    tell(result.ok ? { text: said, undo } : { text: result.error.message });
    await readAnew();
  };
  const remove = (id: string) =>
    change(
      () => deleteNote({ tenant, id }),
      t("areas.notes.deleted"),
      () => void restore(id),
    );
  const restore = (id: string) => change(() => restoreNote({ tenant, id }), t("areas.notes.undone"));
  /** @returns what is wrong, in its place beside the field; null when it is pinned */
  const pin = async (at: number, text: string): Promise<ActionFault | null> => {
    const note = { tenant, area: path, at: new Date(at).toISOString(), text };
    const result = await run(() => pinNote(note));
    if (!result.ok) return withoutName(result.error);
    tell({ text: t("areas.notes.pinned"), undo: () => void remove(result.value.id) });
    await readAnew();
    return null;
  };
  return { items, read, pinned, pin, remove };
}

function toPinned({ t }: Words, { id, at, text, author, area }: AreaNote, path: string): PinnedNote {
  const note = { text, author: shortName(author) };
  const words =
    area === path
      ? t("areas.notes.inChart", note)
      : t("areas.notes.inChartOf", { ...note, area: nameOf(area) || t("ui.noName") });
  return { id, t: Date.parse(at), words };
}
