"use client";
import { useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { SetByFile } from "@/components/forms/word-button";
import { cx } from "@/components/ui/cx";
import type { MenuEntry } from "@/components/ui/menu-popover";
import { SiteTime, TimeCell, useClock } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import type { Role } from "@/lib/base/core/access";
import { rolesInWords } from "@/lib/base/words/roles";
import type { Words } from "@/lib/base/words/words";
import { endSessions, setUserDisabled } from "@/lib/identity/users/actions";
import type { UserLine } from "@/lib/identity/users/contract";
import { type Column, DataTable } from "../data-table";
import { menuColumn, RowMenu } from "../row-menu";
import type { Tenancies } from "../screens/screen-form";
import { LimitList } from "./limit-list";
import { limitedSites } from "./limited-sites";
import { ChangeEmail, DeleteUser, EditUser, RemoveSecondFactor, RenewLink, UserAreas } from "./user-dialogs";

/** The users, each with a menu of changes. */
export function UserTable({
  users,
  selfId,
  tenancies,
  canMail,
  twoFactorRoles,
}: {
  users: UserLine[];
  selfId: number | null;
  tenancies: Tenancies;
  /** Invitations are sent by mail. */
  canMail: boolean;
  /** Roles that two factors are required of. */
  twoFactorRoles: readonly Role[];
}) {
  const words = useWords();
  const { t } = words;
  const columns: Column<UserLine, ReturnType<typeof useUser>>[] = [
    { head: t("admin.users.column.name"), cell: (user) => <Name user={user} isSelf={user.id === selfId} /> },
    {
      head: t("admin.users.column.role"),
      className: "text-sm",
      cell: ({ role, areas }) => (
        <span>
          {rolesInWords(words, role, limitedSites({ role, areas }, tenancies))}
          {areas && <LimitList areas={areas} tenancies={tenancies} />}
        </span>
      ),
    },
    {
      head: t("admin.users.column.lastSignIn"),
      cell: ({ lastSignInAt }) =>
        lastSignInAt ? (
          <TimeCell at={lastSignInAt} />
        ) : (
          <span className="text-sm text-ink-3">{t("admin.users.notYet")}</span>
        ),
    },
    {
      head: t("admin.users.column.state"),
      className: "text-sm",
      cell: (user, { fault }) => (
        <>
          <State user={user} needsCode={twoFactorRoles.includes(user.role)} />
          {user.provisioned && (
            <span className="block">
              <SetByFile />
            </span>
          )}
          {fault && <p className="font-medium text-ink-1">{fault.message}</p>}
        </>
      ),
    },
    {
      ...menuColumn(words),
      cell: (user, { act, dialog, close }) => (
        <>
          <RowMenu
            name={user.name}
            entries={userEntries(words, user, {
              isSelf: user.id === selfId,
              tenancies: tenancies.length,
              canMail,
            })}
            onAction={act}
          />
          {dialog === "edit" && <EditUser user={user} onClose={close} />}
          {dialog === "email" && <ChangeEmail user={user} onClose={close} />}
          {dialog === "delete" && <DeleteUser user={user} onClose={close} />}
          {dialog === "areas" && <UserAreas user={user} tenancies={tenancies} onClose={close} />}
          {dialog === "code" && <RemoveSecondFactor user={user} onClose={close} />}
          {dialog === "link" && <RenewLink user={user} canMail={canMail} onClose={close} />}
        </>
      ),
    },
  ];
  return (
    <DataTable
      rows={users}
      keyOf={({ id }) => id}
      columns={columns}
      useRow={useUser}
      rowProps={({ disabledAt }) => ({ className: cx("relative", disabledAt && "text-ink-3") })}
    />
  );
}

function useUser(user: UserLine) {
  const { t } = useWords();
  const { name } = user;
  const [dialog, setDialog] = useState<string | null>(null);
  const disable = useAction(setUserDisabled, {
    said: user.disabledAt ? t("admin.users.enabled", { name }) : t("admin.users.disabled", { name }),
  });
  const end = useAction(endSessions, { said: t("admin.users.sessionsEnded", { name }) });
  const act = (id: string) => {
    if (id === "sessions") end.submit({ id: user.id });
    else if (id !== "disable") setDialog(id);
    else disable.submit({ id: user.id, disabled: user.disabledAt === null });
  };
  return { act, fault: disable.fault ?? end.fault, dialog, close: () => setDialog(null) };
}

function Name({ user: { name, email }, isSelf }: { user: UserLine; isSelf: boolean }) {
  const { t } = useWords();
  return (
    <span className="block max-sm:pr-9">
      <span className="block font-strong wrap-anywhere">
        {name}
        {isSelf && <span className="font-normal text-ink-3"> {t("admin.users.you")}</span>}
      </span>
      {email !== name && <span className="block text-sm wrap-anywhere text-ink-3">{email}</span>}
    </span>
  );
}

/** Shows if a user can sign in, and until when an open link is valid. */
function State({ user, needsCode }: { user: UserLine; needsCode: boolean }) {
  const words = useWords();
  const { t } = words;
  const { disabledAt, invited, linkUntil, secondFactor } = user;
  const { now } = useClock();
  if (disabledAt) return t("admin.users.state.disabled");
  const isOpen = linkUntil !== null && Date.parse(linkUntil) > now.getTime();
  return (
    <>
      {invited ? t("admin.users.state.invited") : t("admin.users.state.active")}
      {secondFactor && <span className="block text-ink-3">{t("admin.users.state.twoFactor")}</span>}
      {needsCode && !secondFactor && !invited && (
        <span className="block text-ink-3">{t("admin.users.state.noTwoFactor")}</span>
      )}
      {isOpen && (
        <span className="block text-ink-3">
          {rich(words, invited ? "admin.users.state.invitationUntil" : "admin.users.state.linkUntil", {
            time: <SiteTime at={linkUntil} />,
          })}
        </span>
      )}
      {invited && !isOpen && <span className="block text-ink-3">{t("admin.users.state.expired")}</span>}
    </>
  );
}

function linkLabel({ t }: Words, invited: boolean, canMail: boolean): string {
  if (!invited) return t("admin.users.menu.link");
  return canMail ? t("admin.users.menu.sendAgain") : t("admin.users.menu.newInvitation");
}

/** The menu of a user. */
function userEntries(
  words: Words,
  user: UserLine,
  { isSelf, tenancies, canMail }: { isSelf: boolean; tenancies: number; canMail: boolean },
): MenuEntry[] {
  const { t } = words;
  const { provisioned, invited, disabledAt } = user;
  return [
    {
      id: "edit",
      label: t("admin.users.menu.edit"),
      icon: "pencil",
      disabled: provisioned && user.nameProvisioned,
    },
    { id: "email", label: t("admin.users.menu.email"), icon: "note", disabled: provisioned },
    {
      id: "areas",
      label: tenancies > 1 ? t("admin.users.menu.sites") : t("admin.users.menu.areas"),
      icon: "areas",
      disabled: user.role === "admin" || user.areasProvisioned || tenancies === 0,
    },
    {
      id: "link",
      label: linkLabel(words, invited, canMail),
      icon: "lock",
      disabled: provisioned || disabledAt !== null,
    },
    ...(user.secondFactor
      ? [{ id: "code", label: t("admin.users.menu.noTwoFactor"), icon: "minus" } as const]
      : []),
    { id: "sessions", label: t("admin.users.menu.endSessions"), icon: "sign-out", disabled: invited },
    {
      id: "disable",
      label: disabledAt ? t("admin.users.menu.enable") : t("admin.users.menu.disable"),
      icon: "user",
      disabled: isSelf,
    },
    { id: "delete", label: t("admin.users.menu.delete"), icon: "close", disabled: isSelf || provisioned },
  ];
}
