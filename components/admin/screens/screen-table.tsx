"use client";
import { useState } from "react";
import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { useAction } from "@/components/forms/use-action";
import { SetByFile } from "@/components/forms/words";
import { cx } from "@/components/ui/cx";
import { Icon } from "@/components/ui/icon";
import { Menu } from "@/components/ui/menu";
import { commandScreen, editScreen, revokeScreen } from "@/lib/display/screens/actions";
import { boardWords } from "@/lib/display/screens/board-words";
import type { ScreenLine } from "@/lib/display/screens/contract";
import { STACKED } from "../stacked-table";
import { ScreenContact, ScreenGaps } from "./screen-contact";
import { draftOf, inputOf } from "./screen-draft";
import { ScreenForm, type Tenancies } from "./screen-form";

type Shared = { tenancies: Tenancies; version: string };

/** The register of screens: what each shows, whether it still paints, on what, and what an admin can do about it. */
export function ScreenTable({ screens, ...shared }: { screens: ScreenLine[] } & Shared) {
  return (
    <table className={`data-table ${STACKED}`}>
      <thead>
        <tr>
          <th>Name</th>
          <th>Shows</th>
          <th>Last paint</th>
          <th>Screen</th>
          <th>Gaps</th>
          <th>
            <span className="sr-only">Change</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {screens.map((screen) => (
          <Row key={screen.id} screen={screen} {...shared} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ screen, tenancies, version }: { screen: ScreenLine } & Shared) {
  const [dialog, setDialog] = useState<"edit" | "revoke" | null>(null);
  const command = useAction(commandScreen, { said: `${screen.name} was told` });
  const close = () => setDialog(null);
  const act = (id: string) => {
    if (id === "edit" || id === "revoke") setDialog(id);
    if (id === "identify" || id === "reload") command.submit({ id: screen.id, command: id });
  };
  return (
    <tr className={cx("relative", screen.revokedAt && "text-ink-3")}>
      <td>
        <span className="block font-strong wrap-anywhere max-sm:pr-9">{screen.name}</span>
        {screen.place && <span className="block text-sm text-ink-3 max-sm:pr-9">{screen.place}</span>}
        {screen.provisioned && <SetByFile />}
        {command.fault && <p className="text-sm font-medium">{command.fault.message}</p>}
      </td>
      <td data-label="Shows" className="text-sm">
        {screen.boards.map((board, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two boards may be the same
          <span key={at} className="block">
            {boardWords(board)}
          </span>
        ))}
        <span className="block text-xs text-ink-3">
          {screen.tenancyName ?? "No tenancy yet"}
          {screen.sound && ", with sound"}
        </span>
      </td>
      <td data-label="Last paint">
        <ScreenContact screen={screen} />
      </td>
      <td data-label="Screen" className="text-sm">
        <Device screen={screen} version={version} />
      </td>
      <td data-label="Gaps">
        <ScreenGaps screen={screen} />
      </td>
      <td className="num max-sm:absolute! max-sm:top-1.5 max-sm:right-1.5">
        {screen.revokedAt === null && <ScreenMenu screen={screen} onAction={act} />}
        {dialog === "edit" && <EditScreen screen={screen} tenancies={tenancies} onClose={close} />}
        <RevokeScreen screen={screen} isOpen={dialog === "revoke"} onClose={close} />
      </td>
    </tr>
  );
}

/** On what it paints: size, and the build that its page is of. */
function Device({
  screen: { size, version: own, revokedAt },
  version,
}: {
  screen: ScreenLine;
  version: string;
}) {
  if (!size || own === null) return <span className="text-ink-3">not known yet</span>;
  const isOld = own !== version;
  return (
    <>
      <span className="block whitespace-nowrap">
        {size.width} × {size.height}
        {size.pixelRatio !== 1 && <span className="text-ink-3"> at {size.pixelRatio}×</span>}
      </span>
      {revokedAt === null && (
        <span className={cx("block text-xs", isOld ? "font-medium" : "text-ink-3")} title={own}>
          {isOld ? "An older version" : "This version"}
        </span>
      )}
    </>
  );
}

function ScreenMenu({ screen, onAction }: { screen: ScreenLine; onAction: (id: string) => void }) {
  const isLocked = screen.provisioned;
  return (
    <Menu
      label={`Change ${screen.name}`}
      placement="bottom end"
      trigger={
        <button
          type="button"
          aria-label={`Change ${screen.name}`}
          className="inline-grid size-7 place-items-center rounded-2 text-ink-2 hover:bg-hover hover:text-ink-1 touch:size-target"
        >
          <Icon name="more" className="size-4.5" />
        </button>
      }
      groups={[
        {
          id: "screen",
          entries: [
            { id: "identify", label: "Show its name", icon: "screen" },
            { id: "reload", label: "Reload", icon: "again" },
            { id: "edit", label: "Edit", icon: "pencil", disabled: isLocked },
            { id: "revoke", label: "Revoke", icon: "close", disabled: isLocked },
          ],
        },
      ]}
      onAction={onAction}
    />
  );
}

function EditScreen({
  screen,
  tenancies,
  onClose,
}: {
  screen: ScreenLine;
  tenancies: Tenancies;
  onClose: () => void;
}) {
  const [draft, setDraft] = useState(() => draftOf(screen, tenancies[0]?.tenantId ?? ""));
  const action = useAction(editScreen, { said: "Saved", onDone: onClose });
  return (
    <ScreenForm
      title={screen.name}
      verb="Save"
      draft={draft}
      onChange={setDraft}
      tenancies={tenancies}
      action={action}
      onSubmit={() => action.submit({ id: screen.id, ...inputOf(draft) })}
      onClose={onClose}
    />
  );
}

function RevokeScreen({
  screen,
  isOpen,
  onClose,
}: {
  screen: ScreenLine;
  isOpen: boolean;
  onClose: () => void;
}) {
  const action = useAction(revokeScreen, { said: `${screen.name} is revoked`, onDone: onClose });
  return (
    <ConfirmDialog
      title={`Revoke ${screen.name}?`}
      verb="Revoke"
      isOpen={isOpen}
      pending={action.pending}
      fault={action.fault}
      onConfirm={() => action.submit({ id: screen.id })}
      onClose={onClose}
    >
      <p>
        It goes dark within seconds and shows nothing until somebody at the screen asks for a new code and an
        admin pairs it again. This cannot be taken back.
      </p>
    </ConfirmDialog>
  );
}
