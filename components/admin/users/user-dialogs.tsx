"use client";

import { useState } from "react";
import { ConfirmDialog, FormDialog, ShownOnce } from "@/components/forms/dialogs";
import { useAction, useCreation } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/choices";
import { TextField } from "@/components/ui/field";
import { useWords } from "@/components/words/words";
import { type Role, SITE_ROLES, type SiteRole } from "@/lib/base/core/access";
import type { PlainKey, Say } from "@/lib/base/words/messages";
import { rolesInWords } from "@/lib/base/words/roles";
import type { AreaLimit } from "@/lib/identity/actor/contract";
import { hasTwoRoles } from "@/lib/identity/actor/roles";
import {
  changeEmail,
  deleteUser,
  editUser,
  inviteUser,
  removeSecondFactor,
  renewLink,
  setUserAreas,
} from "@/lib/identity/users/actions";
import type { NewLink, UserLine } from "@/lib/identity/users/contract";
import type { Tenancies } from "../screens/screen-form";
import { AreaLimits, RoleField } from "./access-fields";
import { limitedSites } from "./limited-sites";

type Props = { user: UserLine; onClose: () => void };

/** Changes the name and role of a user. */
export function EditUser({ user, onClose }: Props) {
  const { t } = useWords();
  const action = useAction(editUser, { said: t("admin.users.saved"), onDone: onClose });
  const submit = ({ name = "", role = user.role }: Record<string, string>) =>
    action.submit({ id: user.id, name, role: role as Role });
  return (
    <FormDialog
      title={user.email}
      verb={t("forms.save")}
      action={action}
      fields={["name"]}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t("admin.users.edit.name")}
        {...action.field("name")}
        required
        locked={user.nameProvisioned}
        defaultValue={user.name}
      />
      <RoleField initial={user.role} disabled={user.provisioned} help={roleHelp(t, user)} />
    </FormDialog>
  );
}

function roleHelp(t: Say, { provisioned, areas }: UserLine): string | undefined {
  if (provisioned) return t("forms.setByFile");
  return areas?.some(({ role }) => role === "viewer") ? t("admin.users.edit.viewerStays") : undefined;
}

/** Changes the e-mail that a user signs in with. */
export function ChangeEmail({ user, onClose }: Props) {
  const { t } = useWords();
  const action = useAction(changeEmail, { said: t("admin.users.saved"), onDone: onClose });
  return (
    <FormDialog
      title={t("admin.users.email.title", { name: user.name })}
      verb={t("admin.users.email.verb")}
      action={action}
      fields={["email"]}
      onSubmit={({ email = "" }) => action.submit({ id: user.id, email })}
      onClose={onClose}
    >
      <TextField
        label={t("admin.users.email.label")}
        {...action.field("email")}
        type="email"
        required
        autoComplete="off"
        defaultValue={user.email}
        help={user.invited ? t("admin.users.email.helpInvited") : t("admin.users.email.help")}
      />
    </FormDialog>
  );
}

/** Deletes a user for good, after a confirmation. */
export function DeleteUser({ user, onClose }: Props) {
  const { t } = useWords();
  const { name, email } = user;
  const action = useAction(deleteUser, { said: t("admin.users.delete.done", { name }), onDone: onClose });
  return (
    <ConfirmDialog
      title={t("admin.users.delete.title", { name })}
      verb={t("admin.users.delete.verb")}
      action={action}
      onConfirm={() => action.submit({ id: user.id })}
      onClose={onClose}
    >
      <p>{t("admin.users.delete.what", { name, email })}</p>
      <p>{t("admin.users.delete.noUndo")}</p>
    </ConfirmDialog>
  );
}

/** Makes a link by which a user chooses a password, and shows it once. An invitation is mailed where that is possible. */
export function RenewLink({ user, canMail, onClose }: Props & { canMail: boolean }) {
  const { t } = useWords();
  const { name, email } = user;
  const [made, setMade] = useState<NewLink | null>(null);
  const action = useAction(renewLink, { onDone: setMade });
  const title = user.invited
    ? t("admin.users.link.invitationTitle", { email })
    : t("admin.users.link.title", { name, email });
  if (made) return <LinkShownOnce link={made} title={title} onClose={onClose} />;
  const isMailed = user.invited && canMail;
  return (
    <ConfirmDialog
      title={title}
      verb={isMailed ? t("admin.users.link.send") : t("admin.users.link.make")}
      action={action}
      onConfirm={() => action.submit({ id: user.id })}
      onClose={onClose}
    >
      <p>
        {isMailed
          ? t("admin.users.link.sent", { email })
          : t(user.invited ? "admin.users.link.replaced" : "admin.users.link.what")}
      </p>
    </ConfirmDialog>
  );
}

/** Turns off two-factor sign-in of a user who lost phone and recovery codes, after a confirmation. */
export function RemoveSecondFactor({ user, onClose }: Props) {
  const { t } = useWords();
  const { name } = user;
  const action = useAction(removeSecondFactor, {
    said: t("admin.users.twoFactor.done", { name }),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={t("admin.users.twoFactor.title", { name })}
      verb={t("admin.users.twoFactor.verb")}
      action={action}
      onConfirm={() => action.submit({ id: user.id })}
      onClose={onClose}
    >
      <p>{t("admin.users.twoFactor.what")}</p>
    </ConfirmDialog>
  );
}

/** Changes what a grower or viewer may see, and their role at each site. */
export function UserAreas({
  user,
  tenancies,
  onClose,
}: {
  user: UserLine;
  tenancies: Tenancies;
  onClose: () => void;
}) {
  const words = useWords();
  const { t } = words;
  const { name } = user;
  const [areas, setAreas] = useState(user.areas);
  const [role, setRole] = useState<SiteRole | null>(null);
  const asksRole = areas === null && hasTwoRoles(user);
  const action = useAction(setUserAreas, { said: t("admin.users.areas.saved"), onDone: onClose });
  const title =
    tenancies.length > 1
      ? t("admin.users.areas.titleSites", { name })
      : t("admin.users.areas.title", { name });
  return (
    <FormDialog
      wide
      title={title}
      verb={t("forms.save")}
      action={action}
      onSubmit={() =>
        action.submit({ id: user.id, areas: areas && [...areas], ...(asksRole && role && { role }) })
      }
      onClose={onClose}
    >
      <AreaLimits
        label={title}
        tenancies={tenancies}
        role={user.role === "viewer" ? "viewer" : "grower"}
        roleByFile={user.provisioned}
        value={areas}
        onChange={setAreas}
      />
      {asksRole && (
        <RoleEverywhere
          now={rolesInWords(words, user.role, limitedSites(user, tenancies))}
          roles={user.provisioned ? ["grower"] : SITE_ROLES}
          value={role}
          onChange={setRole}
        />
      )}
    </FormDialog>
  );
}

const EVERYWHERE = {
  viewer: "admin.users.areas.viewerEverywhere",
  grower: "admin.users.areas.growerEverywhere",
} as const satisfies Record<SiteRole, PlainKey>;

/** Asks a person of two roles' one role, before everything is opened to them: none is chosen beforehand. */
function RoleEverywhere({
  now,
  roles,
  value,
  onChange,
}: {
  now: string;
  roles: readonly SiteRole[];
  value: SiteRole | null;
  onChange: (role: SiteRole) => void;
}) {
  const { t } = useWords();
  return (
    <div>
      <p className="mb-2 text-sm">
        {t(roles.length === 1 ? "admin.users.areas.nowByFile" : "admin.users.areas.now", { roles: now })}
      </p>
      <Segmented
        fill
        label={t("admin.users.areas.everywhere")}
        options={roles.map((role) => ({
          value: role,
          label: t(EVERYWHERE[role]),
        }))}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}

/** Invites a user by a link that is shown once; they choose name and password themselves. */
export function InviteUser({ tenancies, canMail }: { tenancies: Tenancies; canMail: boolean }) {
  const { t } = useWords();
  const { action, isOpen, open, close, made, forget } = useCreation(inviteUser);
  return (
    <>
      <Button variant="primary" icon="plus" onClick={open}>
        {t("admin.users.invite.title")}
      </Button>
      {isOpen && <Form action={action} tenancies={tenancies} canMail={canMail} onClose={close} />}
      {made && (
        <LinkShownOnce
          link={made}
          title={t("admin.users.link.madeInvitation", { email: made.email })}
          onClose={forget}
        />
      )}
    </>
  );
}

function Form({
  action,
  tenancies,
  canMail,
  onClose,
}: {
  action: ReturnType<typeof useCreation<Parameters<typeof inviteUser>[0], NewLink>>["action"];
  tenancies: Tenancies;
  canMail: boolean;
  onClose: () => void;
}) {
  const { t } = useWords();
  const [role, setRole] = useState<Role>("grower");
  const [areas, setAreas] = useState<readonly AreaLimit[] | null>(null);
  const canLimit = role !== "admin" && tenancies.length > 0;
  const submit = ({ email = "" }: Record<string, string>) =>
    action.submit({ email, role, areas: canLimit && areas ? [...areas] : null });
  return (
    <FormDialog
      title={t("admin.users.invite.title")}
      verb={canMail ? t("admin.users.invite.send") : t("admin.users.link.make")}
      action={action}
      fields={["email"]}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t("admin.users.email.label")}
        {...action.field("email")}
        type="email"
        required
        autoComplete="off"
        help={canMail ? t("admin.users.invite.helpMail") : t("admin.users.invite.helpLink")}
      />
      <RoleField
        initial={role}
        onChange={setRole}
        help={canLimit && areas && tenancies.length > 1 ? t("admin.users.role.help") : undefined}
      />
      {canLimit && (
        <AreaLimits
          titled
          label={t("admin.users.areas.label")}
          tenancies={tenancies}
          role={role}
          value={areas}
          onChange={setAreas}
        />
      )}
    </FormDialog>
  );
}

/** Shows a personal link once, and what became of the mail with it. */
function LinkShownOnce({ link, title, onClose }: { link: NewLink; title: string; onClose: () => void }) {
  const { t } = useWords();
  const { address, mail } = link;
  return (
    <ShownOnce
      title={title}
      text={address}
      hint={mail ? mailWords(t, mail) : t("admin.users.link.passOn")}
      onClose={onClose}
    />
  );
}

function mailWords(t: Say, { to, fault }: NonNullable<NewLink["mail"]>): string {
  return fault === null
    ? t("admin.users.link.mailed", { email: to })
    : t("admin.users.link.notMailed", { email: to, fault });
}
