"use client";
import { useState } from "react";
import { setUserAreas } from "@/lib/identity/users/actions";
import type { UserLine } from "@/lib/identity/users/contract";
import { AreaLimits } from "./area-limits";
import { FaultLine } from "./fault-line";
import { FormDialog } from "./form-dialog";
import type { Tenancies } from "./screen-form";
import { useAction } from "./use-action";

/** What a grower or viewer may see from now on. */
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
  const action = useAction(setUserAreas, { said: "Saved. It counts from the next page on", onDone: onClose });
  const title = `What ${user.name} may see`;
  return (
    <FormDialog
      wide
      isOpen
      title={title}
      verb="Save"
      pending={action.pending}
      onSubmit={() => action.submit({ id: user.id, areas: areas && [...areas] })}
      onClose={onClose}
    >
      <AreaLimits label={title} tenancies={tenancies} value={areas} onChange={setAreas} />
      <FaultLine fault={action.fault} fields={[]} />
    </FormDialog>
  );
}
