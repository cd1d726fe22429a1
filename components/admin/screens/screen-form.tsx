"use client";

import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { FormDialog } from "@/components/forms/dialogs";
import type { useAction } from "@/components/forms/use-action";
import { useEndpoint } from "@/components/live/use-endpoint";
import { AreaDialog } from "@/components/places/area-dialog";
import { Button, IconButton } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/choices";
import { cx } from "@/components/ui/cx";
import { TextField } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { Select } from "@/components/ui/select";
import { useWords } from "@/components/words/words";
import { displayPath } from "@/lib/base/core/paths";
import { BOARD_WORDS } from "@/lib/display/screens/board-words";
import { BOARD_KINDS, MAX_BOARDS } from "@/lib/display/screens/boards";
import type { NewScreen, ScreenLine } from "@/lib/display/screens/contract";
import { areasOverview } from "@/lib/farm/areas/contract";
import type { ActionFault } from "@/lib/web/http/action-result";
import {
  addBoard,
  type BoardDraft,
  moveBoard,
  newDraft,
  type ScreenDraft,
  startTenancy,
  switchTenancy,
  toDraft,
  toInput,
} from "./screen-draft";

export type Tenancies = { tenantId: string; name: string }[];

/** The dialog of a screen's settings, with `children` above them. */
export function ScreenForm({
  title,
  verb,
  screen,
  tenancies,
  tenantId: given,
  action,
  fields = [],
  onSubmit,
  onClose,
  children,
}: {
  title: string;
  verb: string;
  /** The screen to change; without it a new one. */
  screen?: ScreenLine;
  tenancies: Tenancies;
  /** That of a new screen, if it is known. */
  tenantId?: string;
  action: Pick<ReturnType<typeof useAction>, "pending" | "fault" | "errorOf">;
  /** Parameters whose faults `children` show. */
  fields?: readonly string[];
  onSubmit: (screen: NewScreen) => void;
  onClose: () => void;
  children?: ReactNode;
}) {
  const { t } = useWords();
  const [draft, setDraft] = useState(() => {
    const start = startTenancy(tenancies, given);
    return screen ? toDraft(screen, start) : newDraft(start);
  });
  const form = useFaultInView(action.fault);
  const { tenantId, boards } = draft;
  const set = (part: Partial<ScreenDraft>) => setDraft({ ...draft, ...part });
  const setBoards = (changed: BoardDraft[]) => set({ boards: changed });
  const fieldsOfBoards = boards.flatMap((_, at) => [`boards.${at}.path`, `boards.${at}.seconds`]);
  return (
    <FormDialog
      wide
      title={title}
      verb={verb}
      action={action}
      fields={["name", "place", "tenantId", ...fields, ...fieldsOfBoards]}
      onSubmit={() => onSubmit(toInput(draft))}
      onClose={onClose}
    >
      {children}
      <div ref={form} className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t("admin.screens.form.name")}
          required
          autoComplete="off"
          placeholder={t("admin.screens.form.nameExample")}
          value={draft.name}
          onChange={(event) => set({ name: event.target.value })}
          error={action.errorOf("name")}
        />
        <TextField
          label={t("admin.screens.form.place")}
          autoComplete="off"
          placeholder={t("admin.screens.form.placeExample")}
          value={draft.place}
          onChange={(event) => set({ place: event.target.value })}
          error={action.errorOf("place")}
        />
      </div>
      {tenancies.length > 1 && (
        <Select
          label={t("admin.screens.form.tenancy")}
          value={tenantId}
          onChange={(id) => setDraft(switchTenancy(draft, id))}
          options={tenancies.map(({ tenantId: id, name }) => ({ id, label: name }))}
          error={action.errorOf("tenantId") && t("admin.screens.form.chooseTenancy")}
        />
      )}
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">
          {t("admin.screens.form.boards")}{" "}
          <span className="font-normal text-ink-3">{t("admin.screens.form.boardsHint")}</span>
        </legend>
        <ol className="grid gap-2">
          {boards.map((board, at) => (
            <BoardFields
              key={board.key}
              tenantId={tenantId}
              board={board}
              at={at}
              count={boards.length}
              onChange={(part) => setBoards(boards.with(at, { ...board, ...part }))}
              onMove={(by) => setBoards(moveBoard(boards, at, by))}
              onRemove={() => setBoards(boards.toSpliced(at, 1))}
              errorOf={(member) => action.errorOf(`boards.${at}.${member}`)}
            />
          ))}
        </ol>
        <Button
          size="sm"
          icon="plus"
          className="mt-2"
          disabled={boards.length >= MAX_BOARDS}
          onClick={() => setBoards(addBoard(boards))}
        >
          {t("admin.screens.form.addBoard")}
        </Button>
      </fieldset>
      <Checkbox
        label={t("admin.screens.form.sound")}
        checked={draft.sound}
        onChange={(event) => set({ sound: event.target.checked })}
      />
    </FormDialog>
  );
}

/** A long form scrolls to what was refused in it; the ref belongs to any part of it. */
function useFaultInView(fault: ActionFault | null) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!fault) return;
    const at = ref.current?.closest("form")?.querySelector<HTMLElement>("[aria-invalid], [data-fault]");
    at?.focus();
    at?.scrollIntoView({ block: "center" });
  }, [fault]);
  return ref;
}

/** One of the boards that a screen turns through. */
function BoardFields({
  tenantId,
  board,
  at,
  count,
  onChange,
  onMove,
  onRemove,
  errorOf,
}: {
  tenantId: string;
  board: BoardDraft;
  /** From 0. */
  at: number;
  count: number;
  onChange: (part: Partial<BoardDraft>) => void;
  onMove: (by: number) => void;
  onRemove: () => void;
  errorOf: (member: "path" | "seconds") => string | undefined;
}) {
  const { t } = useWords();
  const nth = at + 1;
  return (
    <li className="rounded-2 border border-hairline p-3">
      <div className="-mt-1 -mr-1 mb-1 flex items-center">
        <span className="flex-1 text-sm text-ink-3">{t("admin.screens.form.of", { nth, count })}</span>
        <IconButton
          icon="chevron-down"
          label={t("admin.screens.form.moveUp", { nth })}
          className="[&_svg]:rotate-180"
          disabled={at === 0}
          onClick={() => onMove(-1)}
        />
        <IconButton
          icon="chevron-down"
          label={t("admin.screens.form.moveDown", { nth })}
          disabled={at === count - 1}
          onClick={() => onMove(1)}
        />
        <IconButton
          icon="close"
          label={t("admin.screens.form.remove", { nth })}
          disabled={count === 1}
          onClick={onRemove}
        />
      </div>
      <div className="grid gap-3 sm:grid-cols-[9rem_minmax(0,1fr)_7rem]">
        <Select
          label={t("admin.screens.form.board")}
          value={board.kind}
          options={BOARD_KINDS.map((id) => ({ id, label: t(BOARD_WORDS[id]) }))}
          onChange={(id) => onChange({ kind: BOARD_KINDS.find((one) => one === id) ?? "alerts" })}
        />
        <AreaPick
          tenantId={tenantId}
          path={board.path}
          required={board.kind === "area"}
          error={errorOf("path")}
          onChange={(path) => onChange({ path })}
        />
        <TextField
          label={t("admin.screens.form.pace")}
          inputMode="numeric"
          autoComplete="off"
          placeholder={t("admin.screens.form.paceExample")}
          end="s"
          value={board.pace}
          onChange={(event) => onChange({ pace: event.target.value })}
          error={errorOf("seconds")}
        />
        {board.kind === "areas" && (
          <Select
            label={t("admin.screens.form.order")}
            value={board.order}
            options={[
              { id: "place", label: t("admin.screens.form.byPlace") },
              { id: "worst", label: t("admin.screens.form.worstFirst") },
            ]}
            onChange={(id) => onChange({ order: id === "worst" ? "worst" : "place" })}
          />
        )}
      </div>
    </li>
  );
}

/** The control area of a board, with all below it, chosen on the tree of the screen's tenancy. */
function AreaPick({
  tenantId,
  path,
  required,
  error,
  onChange,
}: {
  tenantId: string;
  path: string | null;
  required: boolean;
  error: string | undefined;
  onChange: (path: string | null) => void;
}) {
  const { t } = useWords();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { data } = useEndpoint(areasOverview, { query: { tenant: tenantId } }, { enabled: isOpen });
  const text =
    path === null
      ? t(required ? "admin.screens.form.chooseArea" : "admin.screens.form.wholeFarm")
      : displayPath(path);
  return (
    <div className="min-w-0">
      <span id={`${id}-label`} className="mb-1.5 block text-sm font-medium">
        {t("admin.screens.form.area")}
      </span>
      <button
        type="button"
        aria-haspopup="dialog"
        disabled={tenantId === ""}
        aria-labelledby={`${id}-value ${id}-label`}
        aria-describedby={error ? `${id}-error` : undefined}
        data-fault={error ? true : undefined}
        onClick={() => setOpen(true)}
        title={path === null ? undefined : text}
        className={cx(
          "flex h-9 w-full items-center gap-2 rounded-2 border bg-surface px-2.5 text-left text-base hover:bg-hover disabled:border-line disabled:text-ink-off touch:h-target",
          error ? "border-ink-1" : "border-control",
          path === null && required && "text-ink-3",
        )}
      >
        <span id={`${id}-value`} className="min-w-0 flex-1 truncate">
          {text}
        </span>
        <Icon name="areas" className="size-4 shrink-0 text-ink-3" />
      </button>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 flex gap-1.5 text-sm font-medium">
          <Icon name="failed" className="mt-px size-4 shrink-0" />
          {required ? t("admin.screens.form.areaMissing") : error}
        </p>
      )}
      {isOpen && data && (
        <AreaDialog
          single
          areas={data.items}
          initial={path === null ? [] : [path]}
          onClose={() => setOpen(false)}
          onTake={([taken]) => {
            onChange(taken ?? null);
            setOpen(false);
          }}
        />
      )}
    </div>
  );
}
