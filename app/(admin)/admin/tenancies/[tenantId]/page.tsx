import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { TenancyEditor } from "@/components/admin/tenancy-editor";
import { AppError } from "@/lib/core/errors";
import { readTenancy } from "@/lib/tenancies/admin.server";
import { webhookAddress } from "@/lib/tenancies/own-address.server";
import { requireAdmin } from "../../require-admin.server";
import {
  addWebhookSecretAction,
  removeWebhookSecretAction,
  replaceClientSecretAction,
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
  return (
    <TenancyEditor
      key={tenancy.tenantId}
      tenancy={tenancy}
      webhookAddress={webhookAddress()}
      actions={{
        save: saveSettingsAction,
        replaceClientSecret: replaceClientSecretAction,
        addSecret: addWebhookSecretAction,
        removeSecret: removeWebhookSecretAction,
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
