"use client";
import { useState } from "react";
import { Select } from "@/components/ui/select";
import { ROLE_NAMES, ROLES, type Role } from "@/lib/auth/contract";

const HINTS: Record<Role, string> = {
  viewer: "reads",
  grower: "acts on alerts, runs queries",
  admin: "all, with these pages",
};

/** The role of a user or a program, as a field of a form. */
export function RoleField({ initial, disabled, help }: { initial: Role; disabled?: boolean; help?: string }) {
  const [role, setRole] = useState<string>(initial);
  return (
    <>
      <Select
        label="Role"
        value={role}
        onChange={setRole}
        disabled={disabled}
        help={help}
        options={ROLES.map((id) => ({ id, label: ROLE_NAMES[id], hint: HINTS[id] }))}
      />
      <input type="hidden" name="role" value={role} />
    </>
  );
}
