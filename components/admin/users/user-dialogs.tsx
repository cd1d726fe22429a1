"use client";

import { useState } from "react";
import { ConfirmDialog, FormDialog, ShownOnce } from "@/components/forms/dialogs";
import { useAction, useCreation } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/choices";
import { TextField } from "@/components/ui/field";
import { ROLE_NAMES, type Role, rolesInWords, SITE_ROLES, type SiteRole } from "@/lib/base/core/access";
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
  const action = useAction(editUser, { said: "Saved", onDone: onClose });
  const submit = ({ name = "", role = user.role }: Record<string, string>) =>
    action.submit({ id: user.id, name, role: role as Role });
  return (
    <FormDialog
      title={user.email}
      verb="Save"
      action={action}
      fields={["name"]}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        {...action.field("name")}
        required
        locked={user.nameProvisioned}
        defaultValue={user.name}
      />
      <RoleField initial={user.role} disabled={user.provisioned} help={roleHelp(user)} />
    </FormDialog>
  );
}

function roleHelp({ provisioned, areas }: UserLine): string | undefined {
  if (provisioned) return "Set by file";
  return areas?.some(({ role }) => role === "viewer")
    ? "Sites where they are a viewer stay so: change those under Sites and roles"
    : undefined;
}

/** Changes the e-mail that a user signs in with. */
export function ChangeEmail({ user, onClose }: Props) {
  const action = useAction(changeEmail, { said: "Saved", onDone: onClose });
  return (
    <FormDialog
      title={`Change the email of ${user.name}`}
      verb="Change the email"
      action={action}
      fields={["email"]}
      onSubmit={({ email = "" }) => action.submit({ id: user.id, email })}
      onClose={onClose}
    >
      <TextField
        label="Email"
        {...action.field("email")}
        type="email"
        required
        autoComplete="off"
        defaultValue={user.email}
        help={
          user.invited
            ? "The invitation sent so far stops working: make a new one afterwards"
            : "They sign in with it from now on. Their sessions end; password and two-factor sign-in stay"
        }
      />
    </FormDialog>
  );
}

/** Deletes a user for good, after a confirmation. */
export function DeleteUser({ user, onClose }: Props) {
  const action = useAction(deleteUser, { said: `${user.name} is deleted`, onDone: onClose });
  return (
    <ConfirmDialog
      title={`Delete ${user.name}?`}
      verb="Delete"
      action={action}
      onConfirm={() => action.submit({ id: user.id })}
      onClose={onClose}
    >
      <p>
        {user.email} can no longer sign in. Sessions, notices and devices end at once. Alerts, notes and the
        audit keep the name {user.name}.
      </p>
      <p>This cannot be undone. Disable the account instead if this person may come back.</p>
    </ConfirmDialog>
  );
}

/** Makes a link by which a user chooses a password, and shows it once. An invitation is mailed where that is possible. */
export function RenewLink({ user, canMail, onClose }: Props & { canMail: boolean }) {
  const [made, setMade] = useState<NewLink | null>(null);
  const action = useAction(renewLink, { onDone: setMade });
  const title = user.invited
    ? `A new invitation for ${user.email}`
    : `A link for ${user.name} (${user.email})`;
  if (made) return <LinkShownOnce link={made} title={title} onClose={onClose} />;
  const isMailed = user.invited && canMail;
  return (
    <ConfirmDialog
      title={title}
      verb={isMailed ? "Send" : "Make the link"}
      action={action}
      onConfirm={() => action.submit({ id: user.id })}
      onClose={onClose}
    >
      <p>
        {user.invited
          ? `${isMailed ? `It is sent to ${user.email}. ` : ""}The invitation before it stops working.`
          : "Whoever opens it chooses a new password. All sessions of this user end then; until then the present password fits."}
      </p>
    </ConfirmDialog>
  );
}

/** Turns off two-factor sign-in of a user who lost phone and recovery codes, after a confirmation. */
export function RemoveSecondFactor({ user, onClose }: Props) {
  const action = useAction(removeSecondFactor, {
    said: `Two-factor sign-in of ${user.name} is off`,
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={`Turn off two-factor sign-in of ${user.name}?`}
      verb="Turn off"
      action={action}
      onConfirm={() => action.submit({ id: user.id })}
      onClose={onClose}
    >
      <p>
        Do this when they have lost their phone and their recovery codes, and only when you are sure that it
        is they who ask. They then sign in with their password alone, until they turn it on again.
      </p>
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
  const [areas, setAreas] = useState(user.areas);
  const [role, setRole] = useState<SiteRole | null>(null);
  const asksRole = areas === null && hasTwoRoles(user);
  const action = useAction(setUserAreas, { said: "Saved. It counts from the next page on", onDone: onClose });
  const title = `What ${user.name} may see${tenancies.length > 1 ? " and do" : ""}`;
  return (
    <FormDialog
      wide
      title={title}
      verb="Save"
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
          now={rolesInWords(user.role, limitedSites(user, tenancies))}
          roles={user.provisioned ? ["grower"] : SITE_ROLES}
          value={role}
          onChange={setRole}
        />
      )}
    </FormDialog>
  );
}

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
  return (
    <div>
      <p className="mb-2 text-sm">
        <span className="font-medium">{now} at present.</span> This gives them one role at every site, also at
        later ones.{roles.length === 1 && " The provisioning file sets it."}
      </p>
      <Segmented
        fill
        label="Role at every site"
        options={roles.map((role) => ({ value: role, label: `${ROLE_NAMES[role]} at every site` }))}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}

/** Invites a user by a link that is shown once; they choose name and password themselves. */
export function InviteUser({ tenancies, canMail }: { tenancies: Tenancies; canMail: boolean }) {
  const { action, isOpen, open, close, made, forget } = useCreation(inviteUser);
  return (
    <>
      <Button variant="primary" icon="plus" onClick={open}>
        Invite a user
      </Button>
      {isOpen && <Form action={action} tenancies={tenancies} canMail={canMail} onClose={close} />}
      {made && <LinkShownOnce link={made} title={`The invitation for ${made.email}`} onClose={forget} />}
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
  const [role, setRole] = useState<Role>("grower");
  const [areas, setAreas] = useState<readonly AreaLimit[] | null>(null);
  const canLimit = role !== "admin" && tenancies.length > 0;
  const submit = ({ email = "" }: Record<string, string>) =>
    action.submit({ email, role, areas: canLimit && areas ? [...areas] : null });
  return (
    <FormDialog
      title="Invite a user"
      verb={canMail ? "Send the invitation" : "Make the link"}
      action={action}
      fields={["email"]}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Email"
        {...action.field("email")}
        type="email"
        required
        autoComplete="off"
        help={
          canMail
            ? "They sign in with it. The invitation is sent there"
            : "They sign in with it. Nothing is sent there: you pass the link on"
        }
      />
      <RoleField
        initial={role}
        onChange={setRole}
        help={canLimit && areas && tenancies.length > 1 ? "Where you choose no other below" : undefined}
      />
      {canLimit && (
        <AreaLimits
          titled
          label="What they may see"
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
  const { address, mail } = link;
  return (
    <ShownOnce
      title={title}
      text={address}
      hint={`${mail ? mailWords(mail) : "Pass it to this person alone: whoever opens it chooses the password."} It is good for 7 days and for one use, and is shown now and never again.`}
      onClose={onClose}
    />
  );
}

function mailWords({ to, fault }: NonNullable<NewLink["mail"]>): string {
  if (fault === null)
    return `Sent to ${to}. If it does not arrive, give them this link: to nobody else, as whoever opens it chooses the password.`;
  return `The mail server refused the invitation to ${to} (${fault}): give them this link. Whoever opens it chooses the password.`;
}
