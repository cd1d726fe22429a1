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
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import type { MessageKey, PlainKey } from "@/lib/base/words/messages";
import { commandScreen, editScreen, revokeScreen } from "@/lib/display/screens/actions";
import { boardWords, shownPageWords } from "@/lib/display/screens/board-words";
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
  const { t } = words;
  const columns: Column<ScreenLine, ReturnType<typeof useScreen>>[] = [
    {
      head: t("admin.screens.column.name"),
      cell: (screen, { fault }) => <Name screen={screen} fault={fault} />,
    },
    {
      head: t("admin.screens.column.shows"),
      className: "text-sm",
      cell: (screen) => <Boards screen={screen} />,
    },
    { head: t("admin.screens.column.lastSeen"), cell: (screen) => <ScreenContact screen={screen} /> },
    {
      head: t("admin.screens.column.screen"),
      className: "text-sm",
      cell: (screen) => <Device screen={screen} version={version} />,
    },
    { head: t("admin.screens.column.gaps"), cell: (screen) => <ScreenGaps screen={screen} /> },
    {
      ...menuColumn(words),
      cell: (screen, { act, dialog, close, edit, revoke }) => (
        <>
          {screen.revokedAt === null && (
            <RowMenu
              name={screen.name}
              entries={[
                { id: "identify", label: t("admin.screens.menu.identify"), icon: "screen" },
                { id: "reload", label: t("admin.screens.menu.reload"), icon: "again" },
                {
                  id: "edit",
                  label: t("admin.screens.menu.edit"),
                  icon: "pencil",
                  disabled: screen.provisioned,
                },
                {
                  id: "revoke",
                  label: t("admin.screens.menu.revoke"),
                  icon: "close",
                  disabled: screen.provisioned,
                },
              ]}
              onAction={act}
            />
          )}
          {dialog === "edit" && (
            <ScreenForm
              title={screen.name}
              verb={t("forms.save")}
              screen={screen}
              tenancies={tenancies}
              action={edit}
              onSubmit={(input) => edit.submit({ id: screen.id, ...input })}
              onClose={close}
            />
          )}
          <ConfirmDialog
            title={t("admin.screens.revokeTitle", { name: screen.name })}
            verb={t("admin.screens.menu.revoke")}
            isOpen={dialog === "revoke"}
            action={revoke}
            onConfirm={() => revoke.submit({ id: screen.id })}
            onClose={close}
          >
            <p>{t("admin.screens.revokeText")}</p>
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
  const { t } = useWords();
  const [dialog, setDialog] = useState<"edit" | "revoke" | null>(null);
  const onDone = () => setDialog(null);
  const command = useAction(commandScreen, { said: t("admin.screens.told", { name }) });
  const edit = useAction(editScreen, { said: t("admin.screens.saved"), onDone });
  const revoke = useAction(revokeScreen, { said: t("admin.screens.revokedDone", { name }), onDone });
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
  const words = useWords();
  const { t } = words;
  const site = tenancyName ?? t("admin.screens.noTenancyYet");
  return (
    <>
      {boards.map((board, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two boards may be the same
        <span key={at} className="block">
          {boardWords(words, board)}
        </span>
      ))}
      <span className="block text-xs text-ink-3">
        {sound ? t("admin.screens.withSound", { site }) : site}
      </span>
    </>
  );
}

/** The size of the display, and the build of its page. */
function Device({ screen, version }: { screen: ScreenLine; version: string }) {
  const { t } = useWords();
  const { size, version: own, revokedAt } = screen;
  if (!size || own === null) return <span className="text-ink-3">{t("admin.screens.unknown")}</span>;
  const isOld = own !== version;
  return (
    <>
      <span className="block whitespace-nowrap">
        {size.width} × {size.height}
        {size.pixelRatio !== 1 && (
          <span className="text-ink-3">
            {" "}
            {t("admin.screens.atRatio", { ratio: String(size.pixelRatio) })}
          </span>
        )}
      </span>
      {revokedAt === null && (
        <span className={cx("block text-xs", isOld ? "font-medium" : "text-ink-3")} title={own}>
          {t(isOld ? "admin.screens.oldVersion" : "admin.screens.thisVersion")}
        </span>
      )}
    </>
  );
}

const LOOKS: Record<
  Exclude<ContactState, "never">,
  { word: PlainKey; icon: IconName; look: string; ink: string }
> = {
  live: { word: "admin.screens.live", icon: "ok", look: "", ink: "text-healthy" },
  late: { word: "admin.screens.late", icon: "clock", look: "font-medium text-stale-text", ink: "text-stale" },
  dark: { word: "admin.screens.dark", icon: "blind", look: "font-medium text-blind-text", ink: "text-blind" },
};

/** When a screen last painted, and whether it still does. */
function ScreenContact({ screen }: { screen: ScreenLine }) {
  const words = useWords();
  const { t } = words;
  const { now } = useClock();
  const { lastPaintAt, revokedAt, page } = screen;
  if (revokedAt !== null)
    return (
      <span className="text-sm">
        {rich(words, "admin.screens.revoked", { time: <SiteTime at={revokedAt} /> })}
      </span>
    );
  const state = judgeContact(lastPaintAt, now);
  if (state === "never" || lastPaintAt === null)
    return <span className="text-sm text-ink-3">{t("admin.screens.neverSeen")}</span>;
  const { word, icon, look, ink } = LOOKS[state];
  return (
    <span className="block text-sm">
      <span className={cx("inline-flex items-center gap-1.5 whitespace-nowrap", look)}>
        <Icon name={icon} className={cx("size-4 shrink-0", ink)} />
        {t(word)}
      </span>
      <span className="block text-xs text-ink-3">
        {state === "dark"
          ? rich(words, "admin.screens.seenAt", {
              time: <SiteTime at={lastPaintAt} />,
              age: <Age at={lastPaintAt} />,
            })
          : rich(words, "admin.screens.seen", { age: <Age at={lastPaintAt} /> })}
      </span>
      {page && state === "live" && (
        <span className="block text-xs text-ink-3">{shownPageWords(words, page)}</span>
      )}
    </span>
  );
}

const CAUSES = {
  network: "admin.screens.gapNetwork",
  off: "admin.screens.gapOff",
} as const satisfies Record<Gap["cause"], MessageKey>;

/** A screen's gaps of the last days; a button shows all. */
function ScreenGaps({ screen }: { screen: ScreenLine }) {
  const { now } = useClock();
  const [isOpen, setOpen] = useState(false);
  const words = useWords();
  const { t, formatDuration } = words;
  if (screen.reportedAt === null) return <span className="text-sm text-ink-3">–</span>;
  if (screen.gaps.length === 0)
    return <span className="text-sm text-ink-3">{t("admin.screens.noGaps")}</span>;
  const close = () => setOpen(false);
  return (
    <>
      <WordButton
        className="-mx-1 text-left"
        label={t("admin.screens.gapsOf", { name: screen.name })}
        onClick={() => setOpen(true)}
      >
        {gapWords(words, screen.gaps, now) ?? t("admin.screens.noRecentGaps")}
      </WordButton>
      <Dialog
        title={t("admin.screens.gapsTitle", { name: screen.name })}
        isOpen={isOpen}
        onClose={close}
        actions={<Button onClick={close}>{t("ui.close")}</Button>}
      >
        <ul className="grid gap-2.5 text-sm">
          {screen.gaps.map((gap) => (
            <li key={gap.to}>
              <Span from={gap.from} to={gap.to} />
              <span className="block text-ink-3">
                {t(CAUSES[gap.cause], {
                  length: formatDuration(Date.parse(gap.to) - Date.parse(gap.from)),
                })}
              </span>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
