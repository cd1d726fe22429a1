"use client";
import { FaultLine } from "@/components/forms/form-parts";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { useWords } from "@/components/words/words";
import { deleteTeamRule, tellTeamOfHigh } from "@/lib/alerting/notices/actions";

/** Creates the team rule for HIGH with one press; the toast takes it back. */
export function TellTeam({ tenantId, small = false }: { tenantId: string; small?: boolean }) {
  const { t } = useWords();
  const taking = useAction(deleteTeamRule, { said: t("admin.team.removed") });
  const telling = useAction(tellTeamOfHigh, {
    said: t("admin.team.told"),
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
        {t("admin.team.tell")}
      </Button>
      <FaultLine fault={telling.fault} />
    </>
  );
}
