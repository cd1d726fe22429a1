"use client";

import { useState } from "react";
import { useEndpoint } from "@/components/live/use-endpoint";
import { AreaField } from "@/components/places/area-field";
import { Segmented } from "@/components/ui/choices";
import { Select } from "@/components/ui/select";
import { useWords } from "@/components/words/words";
import { ROLES, type Role, SITE_ROLES, type SiteRole } from "@/lib/base/core/access";
import { comparePaths } from "@/lib/base/core/natural-order";
import type { PlainKey } from "@/lib/base/words/messages";
import { ROLE_WORDS } from "@/lib/base/words/roles";
import { areasOverview } from "@/lib/farm/areas/contract";
import type { AreaLimit } from "@/lib/identity/actor/contract";
import type { Tenancies } from "../screens/screen-form";

/**
 * The field of what a grower or viewer may see: everything (null), or some control areas of each tenancy, with their role
 * there if there are several.
 */
export function AreaLimits({
  label,
  titled = false,
  tenancies,
  role,
  roleByFile = false,
  value,
  onChange,
}: {
  label: string;
  /** The label is shown above, as that of other fields. */
  titled?: boolean;
  tenancies: Tenancies;
  /** The role where none is chosen; undefined for a token, which has one for all. */
  role?: SiteRole;
  /** The provisioning file sets it: only a lower role can be chosen. */
  roleByFile?: boolean;
  value: readonly AreaLimit[] | null;
  onChange: (value: readonly AreaLimit[] | null) => void;
}) {
  const { t } = useWords();
  // Kept while Everything is selected, so that switching back loses nothing.
  const [chosen, setChosen] = useState(value ?? []);
  const change = (next: readonly AreaLimit[]) => {
    setChosen(next);
    onChange(next);
  };
  return (
    <>
      <div>
        {titled && (
          <p aria-hidden="true" className="mb-1.5 text-sm font-medium">
            {label}
          </p>
        )}
        <Segmented
          fill
          label={label}
          options={[
            { value: "all", label: t("admin.users.areas.everything") },
            {
              value: "some",
              label:
                tenancies.length > 1 ? t("admin.users.areas.someSites") : t("admin.users.areas.someAreas"),
            },
          ]}
          value={value === null ? "all" : "some"}
          onChange={(kind) => onChange(kind === "all" ? null : chosen)}
        />
      </div>
      {value === null ? (
        <p className="text-sm text-ink-2">{t("admin.users.areas.everythingText")}</p>
      ) : (
        <>
          {tenancies.map((tenancy) => (
            <TenancyAreas
              key={tenancy.tenantId}
              tenantId={tenancy.tenantId}
              name={tenancies.length > 1 ? tenancy.name : null}
              accountRole={role}
              roles={roleByFile && role === "viewer" ? ["viewer"] : SITE_ROLES}
              chosen={value.filter((one) => one.tenantId === tenancy.tenantId)}
              onChange={(next) =>
                change([...value.filter((one) => one.tenantId !== tenancy.tenantId), ...next])
              }
            />
          ))}
          <p className="text-sm text-ink-2">{t("admin.users.areas.someText")}</p>
        </>
      )}
    </>
  );
}

function TenancyAreas({
  tenantId,
  name,
  accountRole,
  roles,
  chosen,
  onChange,
}: {
  tenantId: string;
  /** Null if it is the only one. */
  name: string | null;
  accountRole: SiteRole | undefined;
  roles: readonly SiteRole[];
  chosen: readonly AreaLimit[];
  onChange: (chosen: AreaLimit[]) => void;
}) {
  const { t } = useWords();
  const isWhole = chosen.some(({ path }) => path === null);
  // Until an area is chosen, neither the choice of areas nor the role leaves a trace in `chosen`.
  const [picks, setPicks] = useState(name === null || chosen.length > 0);
  const [role, setRole] = useState(chosen[0]?.role);
  const paths = chosen.map(({ path }) => path).filter((path) => path !== null);
  const choose = (next: readonly (string | null)[], as = role) =>
    onChange(next.map((path) => ({ tenantId, path, ...(as && { role: as }) })));
  const { data } = useEndpoint(areasOverview, { query: { tenant: tenantId } });
  const areas = data?.items.toSorted((a, b) => comparePaths(a.path, b.path)) ?? [];
  return (
    <fieldset>
      {name !== null && <legend className="mb-2 text-base font-strong">{name}</legend>}
      {(name !== null || isWhole) && (
        <div className="mb-2">
          <Segmented
            fill
            label={
              name === null
                ? t("admin.users.areas.accessOfOne")
                : t("admin.users.areas.access", { site: name })
            }
            options={[
              { value: "none", label: t("admin.users.areas.none") },
              { value: "whole", label: t("admin.users.areas.whole") },
              { value: "some", label: t("admin.users.areas.some") },
            ]}
            value={isWhole ? "whole" : picks ? "some" : "none"}
            onChange={(kind) => {
              setPicks(kind === "some");
              choose(kind === "whole" ? [null] : []);
            }}
          />
        </div>
      )}
      {name !== null && accountRole && (isWhole || picks) && (
        <div className="mb-2">
          <Segmented
            fill
            label={t("admin.users.areas.roleIn", { site: name })}
            options={roles.map((value) => ({ value, label: t(ROLE_WORDS[value]) }))}
            value={role ?? accountRole}
            onChange={(as) => {
              setRole(as);
              choose(isWhole ? [null] : paths, as);
            }}
          />
        </div>
      )}
      {picks && !isWhole && (
        <AreaField
          areas={areas}
          chosen={paths}
          onChange={choose}
          none={t("admin.users.areas.noArea")}
          unknown={data ? t("admin.users.areas.unknown") : t("admin.users.areas.loading")}
        />
      )}
    </fieldset>
  );
}

const HINTS = {
  viewer: "admin.users.role.viewer",
  grower: "admin.users.role.grower",
  admin: "admin.users.role.admin",
} as const satisfies Record<Role, PlainKey>;

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
  const { t } = useWords();
  const [role, setRole] = useState<Role>(initial);
  const change = (chosen: string) => {
    const known = ROLES.find((one) => one === chosen) ?? initial;
    setRole(known);
    onChange?.(known);
  };
  return (
    <>
      <Select
        label={t("admin.users.role.label")}
        value={role}
        onChange={change}
        disabled={disabled}
        help={help}
        options={ROLES.map((id) => ({ id, label: t(ROLE_WORDS[id]), hint: t(HINTS[id]) }))}
      />
      <input type="hidden" name="role" value={role} />
    </>
  );
}
