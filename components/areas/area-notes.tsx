"use client";
import { ReadError } from "@/components/live/read-error";
import { useSite } from "@/components/live/site-context";
import { Button, IconButton } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { SiteTime, TimeWithAge } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import { displayPath, nameWithParent } from "@/lib/base/core/paths";
import { shortName } from "@/lib/base/core/text";
import { addressOf } from "@/lib/farm/areas/address";
import type { AreaNote } from "@/lib/farm/notes/contract";
import type { useNotes } from "./use-notes";

/** Notes pinned to the time shown, newest first, and a button to pin another. */
export function AreaNotes(props: {
  notes: ReturnType<typeof useNotes>;
  path: string;
  /** Undefined for viewers. */
  onWrite?: () => void;
}) {
  const { t } = useWords();
  const { items, read, remove } = props.notes;
  const { role } = useSite().user;
  return (
    <Panel
      title={t("areas.notes.title")}
      count={items.length}
      hint={t("areas.notes.hint")}
      end={
        props.onWrite && (
          <Button size="sm" icon="note" onClick={props.onWrite}>
            {t("areas.notes.pin")}
          </Button>
        )
      }
    >
      {read.error && <ReadError compact of={read} title={t("areas.notes.failed")} />}
      {items.length === 0 ? (
        !read.error && (
          <p className="px-4 py-3 text-sm text-ink-3">
            {t("areas.notes.none")} {props.onWrite && t("areas.notes.why")}
          </p>
        )
      ) : (
        <ul className="divide-y divide-hairline">
          {[...items].reverse().map((note) => (
            <Note
              key={note.id}
              note={note}
              path={props.path}
              onDelete={
                props.onWrite && (note.own || role === "admin") ? () => void remove(note.id) : undefined
              }
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Note({ note, path, onDelete }: { note: AreaNote; path: string; onDelete?: () => void }) {
  const words = useWords();
  const { t } = words;
  return (
    <li className="flex items-start gap-3 py-2 pr-2 pl-4">
      <Icon name="note" className="mt-0.5 size-4 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere whitespace-pre-wrap">{note.text}</p>
        <p className="text-sm text-ink-3">
          <TimeWithAge at={note.at} className="font-medium text-ink-2" />
          {note.area !== path && (
            <>
              {" · "}
              <Link
                href={addressOf(note.area)}
                title={displayPath(note.area)}
                className="wrap-anywhere text-accent hover:underline"
              >
                {nameWithParent(note.area) || t("ui.noName")}
              </Link>
            </>
          )}
          {" · "}
          {rich(words, "areas.notes.written", {
            author: <span title={note.author}>{shortName(note.author)}</span>,
            time: <SiteTime at={note.createdAt} />,
          })}
        </p>
      </div>
      {onDelete && <IconButton icon="close" label={t("areas.notes.delete")} onClick={onDelete} />}
    </li>
  );
}
