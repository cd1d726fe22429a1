"use client";
import { FaultLine } from "@/components/forms/form-parts";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { deleteTeamRule, tellTeamOfHigh } from "@/lib/alerting/notices/actions";

/** Creates the team rule for HIGH with one press; the toast takes it back. */
export function TellTeam({ tenantId, small = false }: { tenantId: string; small?: boolean }) {
  const taking = useAction(deleteTeamRule, { said: "The rule is removed" });
  const telling = useAction(tellTeamOfHigh, {
    said: "A rule tells everybody with a role here of HIGH alerts",
    undo: (_, { id }) => void taking.submit({ tenantId, id }),
  });
  return (
    <>
      <Button
        variant={small ? "outline" : "primary"}
        size={small ? "sm" : "md"}
        icon="bell"
        pending={telling.pending}
        onClick={() => void telling.submit({ tenantId })}
      >
        Tell everybody of HIGH
      </Button>
      <FaultLine fault={telling.fault} />
    </>
  );
}
