"use client";
import { useState } from "react";
import { FaultLine } from "@/components/forms/fault-line";
import { FormDialog } from "@/components/forms/form-dialog";
import { useAction } from "@/components/forms/use-action";
import { setUserAreas } from "@/lib/identity/users/actions";
import type { UserLine } from "@/lib/identity/users/contract";
import type { Tenancies } from "../screens/screen-form";
import { AreaLimits } from "./area-limits";

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
