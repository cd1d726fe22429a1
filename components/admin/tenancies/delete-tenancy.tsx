"use client";

import { useState } from "react";
import { FormDialog } from "@/components/forms/dialogs";
import { FormSection } from "@/components/forms/form-parts";
import { AdminPage } from "@/components/forms/page-head";
import { useAction } from "@/components/forms/use-action";
import { Button, LinkButton } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { EmptyState } from "@/components/ui/states";
import { useWords } from "@/components/words/words";
import type { Deletion, TenancyDetails } from "@/lib/farm/tenancies/contract";
import { deleteTenancy } from "@/lib/operations/connecting/actions";

/** Deletes a tenancy, confirmed by typing its name. */
export function DeleteTenancy({ tenancy: { tenantId, name, lockedFields } }: { tenancy: TenancyDetails }) {
  const { t } = useWords();
  const [asked, setAsked] = useState(false);
  const action = useAction(deleteTenancy);
  const close = () => {
    setAsked(false);
    action.clear();
  };
  return (
    <div className="mt-6 grid max-w-155 gap-4">
      <FormSection title={t("admin.tenancies.delete.title")}>
        <p className="text-sm text-pretty text-ink-2">
          {t(lockedFields.length > 0 ? "admin.tenancies.delete.byFile" : "admin.tenancies.delete.what")}
        </p>
        {lockedFields.length === 0 && (
          <div>
            <Button onClick={() => setAsked(true)}>{t("admin.tenancies.delete.ask")}</Button>
          </div>
        )}
      </FormSection>
      <FormDialog
        title={t("admin.tenancies.delete.question", { name })}
        verb={t("admin.tenancies.delete.verb")}
        isOpen={asked}
        action={action}
        fields={["name"]}
        onSubmit={({ name: typed = "" }) => action.submit({ tenantId, name: typed })}
        onClose={close}
      >
        <p className="text-ink-2">{t("admin.tenancies.delete.noUndo")}</p>
        <TextField
          label={t("admin.tenancies.delete.type", { name })}
          {...action.field("name")}
          required
          autoComplete="off"
          spellCheck={false}
        />
      </FormDialog>
    </div>
  );
}

/** The page of a tenancy that is being deleted. */
export function TenancyDeletion({ name, deletion }: { name: string; deletion: Deletion }) {
  const { t } = useWords();
  return (
    <AdminPage title={name} trail={<Link href="/admin/tenancies">{t("admin.tenancies.title")}</Link>}>
      <Panel label={t("admin.tenancies.delete.label")}>
        <EmptyState
          icon="readings"
          title={t("admin.tenancies.delete.running")}
          actions={<LinkButton href="/admin/tenancies">{t("admin.tenancies.delete.toTenancies")}</LinkButton>}
        >
          {t("admin.tenancies.delete.progress", { name: deletion.by, rows: deletion.rows })}
        </EmptyState>
      </Panel>
    </AdminPage>
  );
}
