import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { TenancyDeletion } from "@/components/admin/tenancy-deletion";
import { TenancyEditor } from "@/components/admin/tenancy-editor";
import { AppError } from "@/lib/core/errors";
import { countAdmissible } from "@/lib/deliveries/replay.server";
import { readTenancy } from "@/lib/tenancies/admin.server";
import { webhookAddress } from "@/lib/tenancies/own-address.server";
import { requireAdmin } from "../../require-admin.server";
import {
  addWebhookSecretAction,
  admitRefusedAction,
  deleteTenancyAction,
  removeWebhookSecretAction,
  replaceClientSecretAction,
  restoreWebhookSecretAction,
  saveSettingsAction,
} from "../actions";

export const metadata: Metadata = { title: "Tenancy" };

type Props = { params: Promise<{ tenantId: string }> };

export default async function TenancyPage({ params }: Props) {
  const actor = await requireAdmin();
  const tenantId = decoded((await params).tenantId);
  const tenancy = await readTenancy(actor, tenantId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not-found") notFound();
    throw error;
  });
  if (tenancy.deletion) return <TenancyDeletion name={tenancy.name} deletion={tenancy.deletion} />;
  return (
    <TenancyEditor
      key={tenancy.tenantId}
      tenancy={tenancy}
      webhookAddress={webhookAddress()}
      admissible={countAdmissible(actor, tenantId).catch(() => 0)}
      actions={{
        save: saveSettingsAction,
        replaceClientSecret: replaceClientSecretAction,
        addSecret: addWebhookSecretAction,
        removeSecret: removeWebhookSecretAction,
        restoreSecret: restoreWebhookSecretAction,
        admitRefused: admitRefusedAction,
        remove: deleteTenancyAction,
      }}
    />
  );
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return notFound();
  }
}
