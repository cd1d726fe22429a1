"use client";
import { useState } from "react";
import { Select } from "@/components/ui/select";
import { ROLE_NAMES, ROLES, type Role } from "@/lib/base/core/access";

const HINTS: Record<Role, string> = {
  viewer: "reads",
  grower: "acts on alerts, runs queries",
  admin: "all, with these pages",
};

/** The role of a user or a program, as a field of a form. */
export function RoleField({
  initial,
  disabled,
  help,
  onChange,
}: {
  initial: Role;
  disabled?: boolean;
  help?: string;
  onChange?: (role: Role) => void;
}) {
  const [role, setRole] = useState<Role>(initial);
  const change = (chosen: string) => {
    const known = ROLES.find((one) => one === chosen) ?? initial;
    setRole(known);
    onChange?.(known);
  };
  return (
    <>
      <Select
        label="Role"
        value={role}
        onChange={change}
        disabled={disabled}
        help={help}
        options={ROLES.map((id) => ({ id, label: ROLE_NAMES[id], hint: HINTS[id] }))}
      />
      <input type="hidden" name="role" value={role} />
    </>
  );
}
