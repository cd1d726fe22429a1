"use client";
import { useState } from "react";
import { AreaLimits, RoleField } from "@/components/admin/users/access-fields";
import { DayField } from "@/components/forms/date-fields";
import { FormDialog, ShownOnce } from "@/components/forms/dialogs";
import { useCreation } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { useWords } from "@/components/words/words";
import type { Role } from "@/lib/base/core/access";
import type { AreaLimit } from "@/lib/identity/actor/contract";
import { createToken } from "@/lib/identity/tokens/actions";
import type { Tenancies } from "../screens/screen-form";

/** Makes an API token and shows it, once. */
export function NewToken({ tenancies }: { tenancies: Tenancies }) {
  const { t } = useWords();
  const { action, isOpen, open, close, made, forget } = useCreation(createToken);
  return (
    <>
      <Button variant="primary" icon="plus" onClick={open}>
        {t("admin.tokens.create")}
      </Button>
      {isOpen && <Form action={action} tenancies={tenancies} onClose={close} />}
      {made && (
        <ShownOnce
          title={t("admin.tokens.new")}
          text={made.token}
          hint={t("admin.tokens.shownOnce")}
          onClose={forget}
        />
      )}
    </>
  );
}

function Form({
  action,
  tenancies,
  onClose,
}: {
  action: ReturnType<typeof useCreation<Parameters<typeof createToken>[0], { token: string }>>["action"];
  tenancies: Tenancies;
  onClose: () => void;
}) {
  const { t } = useWords();
  const [role, setRole] = useState<Role>("viewer");
  const [areas, setAreas] = useState<readonly AreaLimit[] | null>(null);
  const canLimit = role !== "admin" && tenancies.length > 0;
  const submit = ({ name = "", lastDay = "" }: Record<string, string>) =>
    action.submit({
      ...{ name, role, expiresAt: lastDay === "" ? null : dayAfter(lastDay) },
      areas: canLimit && areas ? [...areas] : null,
    });
  return (
    <FormDialog
      title={t("admin.tokens.create")}
      verb={t("admin.tokens.createVerb")}
      action={action}
      fields={["name", "expiresAt"]}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t("admin.tokens.name")}
        {...action.field("name")}
        required
        autoComplete="off"
        help={t("admin.tokens.nameHelp")}
      />
      <RoleField initial="viewer" onChange={setRole} />
      {canLimit && (
        <AreaLimits
          titled
          label={t("admin.tokens.mayRead")}
          tenancies={tenancies}
          value={areas}
          onChange={setAreas}
        />
      )}
      <DayField
        label={t("admin.tokens.lastDay")}
        name="lastDay"
        error={action.errorOf("expiresAt")}
        help={t("admin.tokens.lastDayHelp")}
      />
    </FormDialog>
  );
}

/** Midnight after a day such as 2027-01-31, where the browser is. */
function dayAfter(day: string): string {
  const midnight = new Date(`${day}T00:00:00`);
  midnight.setDate(midnight.getDate() + 1);
  return midnight.toISOString();
}
