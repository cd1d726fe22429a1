"use client";
import { useState } from "react";
import { useEndpoint } from "@/components/live/use-endpoint";
import { AreaField } from "@/components/queries/area-field";
import { Segmented } from "@/components/ui/segmented";
import { areasOverview } from "@/lib/areas/contract";
import type { AreaLimit } from "@/lib/auth/contract";
import { comparePaths } from "@/lib/core/natural-order";
import type { UserLine } from "@/lib/users/contract";
import { FaultLine } from "./fault-line";
import { FormDialog } from "./form-dialog";
import type { Tenancies } from "./screen-form";
import { useAction } from "./use-action";
import type { UserActions } from "./user-actions";

/** What a grower or viewer may see: everything, or some control areas, chosen on the tree of each tenancy. */
export function UserAreas({
  user,
  tenancies,
  save,
  onClose,
}: {
  user: UserLine;
  tenancies: Tenancies;
  save: UserActions["setAreas"];
  onClose: () => void;
}) {
  const [limited, setLimited] = useState(user.areas !== null);
  const [chosen, setChosen] = useState<readonly AreaLimit[]>(user.areas ?? []);
  const action = useAction(save, { said: "Saved. It counts from the next page on", onDone: onClose });
  const submit = () => action.submit({ id: user.id, areas: limited ? [...chosen] : null });
  return (
    <FormDialog
      wide
      isOpen
      title={`What ${user.name} may see`}
      verb="Save"
      pending={action.pending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Segmented
        fill
        label={`What ${user.name} may see`}
        options={[
          { value: "all", label: "Everything" },
          { value: "some", label: "Some control areas" },
        ]}
        value={limited ? "some" : "all"}
        onChange={(value) => setLimited(value === "some")}
      />
      {limited ? (
        <>
          {tenancies.map((tenancy) => (
            <TenancyAreas
              key={tenancy.tenantId}
              tenantId={tenancy.tenantId}
              name={tenancies.length > 1 ? tenancy.name : null}
              chosen={chosen.filter((one) => one.tenantId === tenancy.tenantId).map(({ path }) => path)}
              onChange={(paths) => setChosen(withPaths(chosen, tenancy.tenantId, paths))}
            />
          ))}
          <p className="text-sm text-ink-2">
            Charts, alerts, notes, exports and notices are of these areas alone; counts too. Alerts whose
            place is not known, and queries, which go over the whole farm, are not for {user.name} then.
          </p>
        </>
      ) : (
        <p className="text-sm text-ink-2">All control areas of all tenancies, and those that come later.</p>
      )}
      <FaultLine fault={action.fault} fields={[]} />
    </FormDialog>
  );
}

function TenancyAreas({
  tenantId,
  name,
  chosen,
  onChange,
}: {
  tenantId: string;
  /** Null where there is no other. */
  name: string | null;
  chosen: string[];
  onChange: (paths: string[]) => void;
}) {
  const { data } = useEndpoint(areasOverview, { query: { tenant: tenantId } });
  const areas = data?.items.toSorted((a, b) => comparePaths(a.path, b.path)) ?? [];
  return (
    <fieldset>
      {name !== null && <legend className="mb-2 text-base font-strong">{name}</legend>}
      <AreaField
        areas={areas}
        chosen={chosen}
        onChange={onChange}
        none="no area of it"
        unknown={data ? "No area is known yet: type a path as the service writes it" : "Reading the areas"}
      />
    </fieldset>
  );
}

function withPaths(all: readonly AreaLimit[], tenantId: string, paths: readonly string[]): AreaLimit[] {
  return [...all.filter((one) => one.tenantId !== tenantId), ...paths.map((path) => ({ tenantId, path }))];
}
