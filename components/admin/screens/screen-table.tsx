"use client";

import { useState } from "react";
import { ConfirmDialog } from "@/components/forms/dialogs";
import { useAction } from "@/components/forms/use-action";
import { SetByFile, WordButton } from "@/components/forms/word-button";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Dialog } from "@/components/ui/dialog";
import { Icon, type IconName } from "@/components/ui/icon";
import { Age, SiteTime, Span, useClock } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import { formatDuration } from "@/lib/base/core/time";
import { commandScreen, editScreen, revokeScreen } from "@/lib/display/screens/actions";
import { boardWords } from "@/lib/display/screens/boards";
import { type ContactState, type Gap, gapWords, judgeContact } from "@/lib/display/screens/contact";
import type { ScreenLine } from "@/lib/display/screens/contract";
import type { ActionFault } from "@/lib/web/http/action-result";
import { type Column, DataTable } from "../data-table";
import { menuColumn, RowMenu } from "../row-menu";
import { ScreenForm, type Tenancies } from "./screen-form";

/** The screens: boards, last paint, device, gaps, and a menu of changes. */
export function ScreenTable({
  screens,
  tenancies,
  version,
}: {
  screens: ScreenLine[];
  tenancies: Tenancies;
  /** The build that screens are to run. */
  version: string;
}) {
  const words = useWords();
  const columns: Column<ScreenLine, ReturnType<typeof useScreen>>[] = [
    { head: "Name", cell: (screen, { fault }) => <Name screen={screen} fault={fault} /> },
    { head: "Shows", className: "text-sm", cell: (screen) => <Boards screen={screen} /> },
    { head: "Last paint", cell: (screen) => <ScreenContact screen={screen} /> },
    {
      head: "Screen",
      className: "text-sm",
      cell: (screen) => <Device screen={screen} version={version} />,
    },
    { head: "Gaps", cell: (screen) => <ScreenGaps screen={screen} /> },
    {
      ...menuColumn(words),
      cell: (screen, { act, dialog, close, edit, revoke }) => (
        <>
          {screen.revokedAt === null && (
            <RowMenu
              name={screen.name}
              entries={[
                { id: "identify", label: "Show its name", icon: "screen" },
                { id: "reload", label: "Reload", icon: "again" },
                { id: "edit", label: "Edit", icon: "pencil", disabled: screen.provisioned },
                { id: "revoke", label: "Revoke", icon: "close", disabled: screen.provisioned },
              ]}
              onAction={act}
            />
          )}
          {dialog === "edit" && (
            <ScreenForm
              title={screen.name}
              verb="Save"
              screen={screen}
              tenancies={tenancies}
              action={edit}
              onSubmit={(input) => edit.submit({ id: screen.id, ...input })}
              onClose={close}
            />
          )}
          <ConfirmDialog
            title={`Revoke ${screen.name}?`}
            verb="Revoke"
            isOpen={dialog === "revoke"}
            action={revoke}
            onConfirm={() => revoke.submit({ id: screen.id })}
            onClose={close}
          >
            <p>
              It goes dark within seconds and shows nothing until somebody at the screen asks for a new code
              and an admin pairs it again. This cannot be taken back.
            </p>
          </ConfirmDialog>
        </>
      ),
    },
  ];
  return (
    <DataTable
      rows={screens}
      keyOf={({ id }) => id}
      columns={columns}
      useRow={useScreen}
      rowProps={({ revokedAt }) => ({ className: cx("relative", revokedAt && "text-ink-3") })}
    />
  );
}

function useScreen({ id, name }: ScreenLine) {
  const [dialog, setDialog] = useState<"edit" | "revoke" | null>(null);
  const onDone = () => setDialog(null);
  const command = useAction(commandScreen, { said: `${name} was told` });
  const edit = useAction(editScreen, { said: "Saved", onDone });
  const revoke = useAction(revokeScreen, { said: `${name} is revoked`, onDone });
  const act = (chosen: string) => {
    if (chosen === "edit" || chosen === "revoke") setDialog(chosen);
    if (chosen === "identify" || chosen === "reload") command.submit({ id, command: chosen });
  };
  const close = () => {
    setDialog(null);
    edit.clear();
    revoke.clear();
  };
  return { act, fault: command.fault, dialog, close, edit, revoke };
}

function Name({ screen, fault }: { screen: ScreenLine; fault: ActionFault | null }) {
  return (
    <>
      <span className="block font-strong wrap-anywhere max-sm:pr-9">{screen.name}</span>
      {screen.place && <span className="block text-sm text-ink-3 max-sm:pr-9">{screen.place}</span>}
      {screen.provisioned && <SetByFile />}
      {fault && <p className="text-sm font-medium">{fault.message}</p>}
    </>
  );
}

function Boards({ screen: { boards, tenancyName, sound } }: { screen: ScreenLine }) {
  return (
    <>
      {boards.map((board, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two boards may be the same
        <span key={at} className="block">
          {boardWords(board)}
        </span>
      ))}
      <span className="block text-xs text-ink-3">
        {tenancyName ?? "No tenancy yet"}
        {sound && ", with sound"}
      </span>
    </>
  );
}

/** The size of the display, and the build of its page. */
function Device({ screen, version }: { screen: ScreenLine; version: string }) {
  const { size, version: own, revokedAt } = screen;
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

const LOOKS: Record<
  Exclude<ContactState, "never">,
  { word: string; icon: IconName; look: string; ink: string }
> = {
  live: { word: "Live", icon: "ok", look: "", ink: "text-healthy" },
  late: { word: "Late", icon: "clock", look: "font-medium text-stale-text", ink: "text-stale" },
  dark: { word: "Dark", icon: "blind", look: "font-medium text-blind-text", ink: "text-blind" },
};

/** When a screen last painted, and whether it still does. */
function ScreenContact({ screen }: { screen: ScreenLine }) {
  const { now } = useClock();
  const { lastPaintAt, revokedAt, page } = screen;
  if (revokedAt !== null)
    return (
      <span className="text-sm">
        Revoked <SiteTime at={revokedAt} />
      </span>
    );
  const state = judgeContact(lastPaintAt, now);
  if (state === "never" || lastPaintAt === null)
    return <span className="text-sm text-ink-3">Has not painted yet</span>;
  const { word, icon, look, ink } = LOOKS[state];
  return (
    <span className="block text-sm">
      <span className={cx("inline-flex items-center gap-1.5 whitespace-nowrap", look)}>
        <Icon name={icon} className={cx("size-4 shrink-0", ink)} />
        {word}
      </span>
      <span className="block text-xs text-ink-3">
        painted {state === "dark" && <SiteTime at={lastPaintAt} />}
        {state === "dark" && ", "}
        <Age at={lastPaintAt} />
      </span>
      {page && state === "live" && <span className="block text-xs text-ink-3">{page}</span>}
    </span>
  );
}

const CAUSES: Record<Gap["cause"], string> = {
  network: "ran without contact",
  off: "off, or its page was closed",
};

/** A screen's gaps of the last days; a button shows all. */
function ScreenGaps({ screen }: { screen: ScreenLine }) {
  const { now } = useClock();
  const [isOpen, setOpen] = useState(false);
  const words = gapWords(screen.gaps, now);
  if (screen.reportedAt === null) return <span className="text-sm text-ink-3">–</span>;
  if (screen.gaps.length === 0) return <span className="text-sm text-ink-3">none</span>;
  const close = () => setOpen(false);
  return (
    <>
      <WordButton className="-mx-1 text-left" label={`Gaps of ${screen.name}`} onClick={() => setOpen(true)}>
        {words ?? "none in 7 days"}
      </WordButton>
      <Dialog
        title={`${screen.name}: times without contact`}
        isOpen={isOpen}
        onClose={close}
        actions={<Button onClick={close}>Close</Button>}
      >
        <ul className="grid gap-2.5 text-sm">
          {screen.gaps.map((gap) => (
            <li key={gap.to}>
              <Span from={gap.from} to={gap.to} />
              <span className="block text-ink-3">
                {formatDuration(Date.parse(gap.to) - Date.parse(gap.from))}, {CAUSES[gap.cause]}
              </span>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
