"use client";
import { useId, useState } from "react";
import { useEndpoint } from "@/components/live/use-endpoint";
import { AreaDialog } from "@/components/queries/area-dialog";
import { Button, IconButton } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { TextField } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { Select } from "@/components/ui/select";
import { displayPath } from "@/lib/base/core/paths";
import { BOARD_KINDS, BOARD_NAMES } from "@/lib/display/screens/boards";
import { areasOverview } from "@/lib/farm/areas/contract";
import { type BoardDraft, MOST_BOARDS, moved, withBoard } from "./screen-draft";

const KINDS = BOARD_KINDS.map((id) => ({ id, label: BOARD_NAMES[id] }));
const ORDERS = [
  { id: "place", label: "By place" },
  { id: "worst", label: "Worst first" },
] as const;

type Props = {
  tenantId: string;
  boards: BoardDraft[];
  onChange: (boards: BoardDraft[]) => void;
  /** What is wrong with a member of a board. */
  errorOf: (board: number, member: "path" | "seconds") => string | undefined;
};

/** The boards that a screen turns through, in their order. */
export function BoardsEditor({ tenantId, boards, onChange, errorOf }: Props) {
  const change = (at: number, part: Partial<BoardDraft>) =>
    onChange(boards.map((board, index) => (index === at ? { ...board, ...part } : board)));
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">
        Boards{" "}
        <span className="font-normal text-ink-3">
          in turn, in this order. A page stays 15&nbsp;s, 30&nbsp;s with a HIGH on it
        </span>
      </legend>
      <ol className="grid gap-2">
        {boards.map((board, at) => (
          <li key={board.key} className="rounded-2 border border-hairline p-3">
            <BoardHead
              at={at}
              count={boards.length}
              onMove={(by) => onChange(moved(boards, at, by))}
              onRemove={() => onChange(boards.toSpliced(at, 1))}
            />
            <BoardFields
              tenantId={tenantId}
              board={board}
              onChange={(part) => change(at, part)}
              errorOf={(member) => errorOf(at, member)}
            />
          </li>
        ))}
      </ol>
      <Button
        size="sm"
        icon="plus"
        className="mt-2"
        disabled={boards.length >= MOST_BOARDS}
        onClick={() => onChange(withBoard(boards))}
      >
        Add a board
      </Button>
    </fieldset>
  );
}

function BoardHead({
  at,
  count,
  onMove,
  onRemove,
}: {
  at: number;
  count: number;
  onMove: (by: number) => void;
  onRemove: () => void;
}) {
  const name = `board ${at + 1}`;
  return (
    <div className="-mt-1 -mr-1 mb-1 flex items-center">
      <span className="flex-1 text-sm text-ink-3">
        {at + 1} of {count}
      </span>
      <IconButton
        icon="chevron-down"
        label={`Move ${name} up`}
        className="[&_svg]:rotate-180"
        disabled={at === 0}
        onClick={() => onMove(-1)}
      />
      <IconButton
        icon="chevron-down"
        label={`Move ${name} down`}
        disabled={at === count - 1}
        onClick={() => onMove(1)}
      />
      <IconButton icon="close" label={`Remove ${name}`} disabled={count === 1} onClick={onRemove} />
    </div>
  );
}

function BoardFields({
  tenantId,
  board,
  onChange,
  errorOf,
}: {
  tenantId: string;
  board: BoardDraft;
  onChange: (part: Partial<BoardDraft>) => void;
  errorOf: (member: "path" | "seconds") => string | undefined;
}) {
  return (
    <div className="grid gap-3 sm:grid-cols-[9rem_minmax(0,1fr)_7rem]">
      <Select
        label="Board"
        value={board.kind}
        options={KINDS}
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
        label="A page stays"
        inputMode="numeric"
        autoComplete="off"
        placeholder="15 or 30"
        end="s"
        value={board.pace}
        onChange={(event) => onChange({ pace: event.target.value })}
        error={errorOf("seconds")}
      />
      {board.kind === "areas" && (
        <Select
          label="Order"
          value={board.order}
          options={[...ORDERS]}
          onChange={(id) => onChange({ order: id === "worst" ? "worst" : "place" })}
        />
      )}
    </div>
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
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { data } = useEndpoint(areasOverview, { query: { tenant: tenantId } }, { enabled: isOpen });
  const text = path === null ? (required ? "Choose an area" : "The whole farm") : displayPath(path);
  return (
    <div className="min-w-0">
      <span id={`${id}-label`} className="mb-1.5 block text-sm font-medium">
        Area
      </span>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-labelledby={`${id}-value ${id}-label`}
        aria-describedby={error ? `${id}-error` : undefined}
        data-fault={error ? true : undefined}
        onClick={() => setOpen(true)}
        title={path === null ? undefined : text}
        className={cx(
          "flex h-9 w-full items-center gap-2 rounded-2 border bg-surface px-2.5 text-left text-base hover:bg-hover touch:h-target",
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
          {required ? "Choose the area that it shows" : error}
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
