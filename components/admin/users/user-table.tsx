"use client";
import { useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { SetByFile } from "@/components/forms/word-button";
import { cx } from "@/components/ui/cx";
import type { MenuEntry } from "@/components/ui/menu-popover";
import { SiteTime, TimeCell, useClock } from "@/components/ui/time";
import { type Role, rolesInWords } from "@/lib/base/core/access";
import { endSessions, setUserDisabled } from "@/lib/identity/users/actions";
import type { UserLine } from "@/lib/identity/users/contract";
import { CHANGE_COLUMN, type Column, DataTable, RowMenu } from "../data-table";
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
  const columns: Column<UserLine, ReturnType<typeof useUser>>[] = [
    { head: "Name", cell: (user) => <Name user={user} isSelf={user.id === selfId} /> },
    {
      head: "Role",
      className: "text-sm",
      cell: ({ role, areas }) => (
        <span>
          {rolesInWords(role, limitedSites({ role, areas }, tenancies))}
          {areas && <LimitList areas={areas} tenancies={tenancies} />}
        </span>
      ),
    },
    {
      head: "Last signed in",
      cell: ({ lastSignInAt }) =>
        lastSignInAt ? <TimeCell at={lastSignInAt} /> : <span className="text-sm text-ink-3">not yet</span>,
    },
    {
      head: "State",
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
      ...CHANGE_COLUMN,
      cell: (user, { act, dialog, close }) => (
        <>
          <RowMenu
            name={user.name}
            entries={userEntries(user, {
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
  const [dialog, setDialog] = useState<string | null>(null);
  const disable = useAction(setUserDisabled, {
    said: user.disabledAt ? `${user.name} can sign in again` : `${user.name} cannot sign in any more`,
  });
  const end = useAction(endSessions, { said: `${user.name} has to sign in again everywhere` });
  const act = (id: string) => {
    if (id === "sessions") end.submit({ id: user.id });
    else if (id !== "disable") setDialog(id);
    else disable.submit({ id: user.id, disabled: user.disabledAt === null });
  };
  return { act, fault: disable.fault ?? end.fault, dialog, close: () => setDialog(null) };
}

function Name({ user: { name, email }, isSelf }: { user: UserLine; isSelf: boolean }) {
  return (
    <span className="block max-sm:pr-9">
      <span className="block font-strong wrap-anywhere">
        {name}
        {isSelf && <span className="font-normal text-ink-3"> (you)</span>}
      </span>
      {email !== name && <span className="block text-sm wrap-anywhere text-ink-3">{email}</span>}
    </span>
  );
}

/** Shows if a user can sign in, and until when an open link is valid. */
function State({ user, needsCode }: { user: UserLine; needsCode: boolean }) {
  const { disabledAt, invited, linkUntil, secondFactor } = user;
  const { now } = useClock();
  if (disabledAt) return "Disabled";
  const isOpen = linkUntil !== null && Date.parse(linkUntil) > now.getTime();
  return (
    <>
      {invited ? "Invited" : "Active"}
      {secondFactor && <span className="block text-ink-3">Two-factor on</span>}
      {needsCode && !secondFactor && !invited && (
        <span className="block text-ink-3">Two-factor sign-in not set up yet</span>
      )}
      {isOpen && (
        <span className="block text-ink-3">
          {invited ? "Link" : "Link for a new password"} good until <SiteTime at={linkUntil} />
        </span>
      )}
      {invited && !isOpen && <span className="block text-ink-3">Link has run out. Make a new one</span>}
    </>
  );
}

function linkLabel(invited: boolean, canMail: boolean): string {
  if (!invited) return "Link for a new password";
  return canMail ? "Send the invitation again" : "New invitation";
}

/** The menu of a user. */
function userEntries(
  user: UserLine,
  { isSelf, tenancies, canMail }: { isSelf: boolean; tenancies: number; canMail: boolean },
): MenuEntry[] {
  const { provisioned, invited, disabledAt } = user;
  return [
    { id: "edit", label: "Name and role", icon: "pencil", disabled: provisioned && user.nameProvisioned },
    { id: "email", label: "Email", icon: "note", disabled: provisioned },
    {
      id: "areas",
      label: tenancies > 1 ? "Sites and roles" : "Control areas",
      icon: "areas",
      disabled: user.role === "admin" || user.areasProvisioned || tenancies === 0,
    },
    {
      id: "link",
      label: linkLabel(invited, canMail),
      icon: "lock",
      disabled: provisioned || disabledAt !== null,
    },
    ...(user.secondFactor
      ? [{ id: "code", label: "Turn off two-factor sign-in", icon: "minus" } as const]
      : []),
    { id: "sessions", label: "End all sessions", icon: "sign-out", disabled: invited },
    { id: "disable", label: disabledAt ? "Enable" : "Disable", icon: "user", disabled: isSelf },
    { id: "delete", label: "Delete", icon: "close", disabled: isSelf || provisioned },
  ];
}
