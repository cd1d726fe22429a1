"use server";

import { z } from "zod";
import { adoptCarriedId } from "@/lib/alerting/deliveries/arrival.server";
import { admitRefused } from "@/lib/alerting/deliveries/replay.server";
import { newTenancySchema, settingsChangesSchema, typedSecret } from "@/lib/farm/tenancies/contract";
import { deleteTenancy } from "@/lib/farm/tenancies/deletion.server";
import { createTenancy, saveSettings } from "@/lib/operations/connecting/admin.server";
import {
  addWebhookSecret,
  removeWebhookSecret,
  replaceClientSecret,
  restoreWebhookSecret,
} from "@/lib/operations/connecting/secrets.server";
import { action } from "@/lib/web/http/action.server";

const tenantId = z.string();
const settingsInput = z.strictObject({ tenantId, settings: settingsChangesSchema });
const clientSecretInput = z.strictObject({ tenantId, clientSecret: typedSecret });
const newSecretInput = z.strictObject({ tenantId, secret: typedSecret });
const oldSecretInput = z.strictObject({ tenantId, secretId: z.int(), confirmed: z.boolean() });
const endedSecretInput = z.strictObject({ tenantId, secretId: z.int() });
const deletionInput = z.strictObject({ tenantId, name: z.string() });
const carriedIdInput = z.strictObject({ tenantId, carriedId: z.string() });
const tenancyInput = z.strictObject({ tenantId });

/** Connects a tenancy. */
export async function createTenancyAction(input: z.input<typeof newTenancySchema>) {
  return action({ access: "admin", input: newTenancySchema }, ({ actor, input: tenancy }) =>
    createTenancy(actor, tenancy),
  )(input);
}

/** Saves the settings of a tenancy that were changed. */
export async function saveSettingsAction(input: z.input<typeof settingsInput>) {
  return action({ access: "admin", input: settingsInput }, ({ actor, input: { tenantId: id, settings } }) =>
    saveSettings(actor, id, settings),
  )(input);
}

/** Puts a new client secret in the place of the old one. */
export async function replaceClientSecretAction(input: z.input<typeof clientSecretInput>) {
  return action(
    { access: "admin", input: clientSecretInput },
    ({ actor, input: { tenantId: id, clientSecret } }) => replaceClientSecret(actor, id, clientSecret),
  )(input);
}

/** Adds a webhook secret. */
export async function addWebhookSecretAction(input: z.input<typeof newSecretInput>) {
  return action({ access: "admin", input: newSecretInput }, ({ actor, input: { tenantId: id, secret } }) =>
    addWebhookSecret(actor, id, secret),
  )(input);
}

/** Ends a webhook secret. */
export async function removeWebhookSecretAction(input: z.input<typeof oldSecretInput>) {
  return action({ access: "admin", input: oldSecretInput }, ({ actor, input: { tenantId: id, ...secret } }) =>
    removeWebhookSecret(actor, id, secret),
  )(input);
}

/** Takes back that a webhook secret was ended. */
export async function restoreWebhookSecretAction(input: z.input<typeof endedSecretInput>) {
  return action(
    { access: "admin", input: endedSecretInput },
    ({ actor, input: { tenantId: id, secretId } }) => restoreWebhookSecret(actor, id, secretId),
  )(input);
}

/** Admits the refused requests that a secret of the tenancy fits. */
export async function admitRefusedAction(input: z.input<typeof tenancyInput>) {
  return action({ access: "admin", input: tenancyInput }, ({ actor, input: { tenantId: id } }) =>
    admitRefused(actor, id),
  )(input);
}

/** Gives a tenancy the id that its notifications carry. */
export async function adoptCarriedIdAction(input: z.input<typeof carriedIdInput>) {
  return action({ access: "admin", input: carriedIdInput }, ({ actor, input: ids }) =>
    adoptCarriedId(actor, ids),
  )(input);
}

/** Deletes a tenancy for good. */
export async function deleteTenancyAction(input: z.input<typeof deletionInput>) {
  return action({ access: "admin", input: deletionInput }, ({ actor, input: named }) =>
    deleteTenancy(actor, named),
  )(input);
}
