"use server";

import { z } from "zod";
import { newTenancySchema, settingsChangesSchema, typedSecret } from "@/lib/farm/tenancies/contract";
import * as deletion from "@/lib/farm/tenancies/deletion.server";
import * as sync from "@/lib/history/sync/service.server";
import { action } from "@/lib/web/http/action.server";
import * as tenancies from "./admin.server";
import * as health from "./health.server";
import * as nextSteps from "./next-steps.server";
import * as secrets from "./secrets.server";
import * as test from "./test-notification.server";

const tenantId = z.string();
const tenancySchema = z.strictObject({ tenantId });
const settingsSchema = z.strictObject({ tenantId, settings: settingsChangesSchema });
const clientSecretSchema = z.strictObject({ tenantId, clientSecret: typedSecret });
const newSecretSchema = z.strictObject({ tenantId, secret: typedSecret });
const removedSecretSchema = z.strictObject({ tenantId, secretId: z.int(), confirmed: z.boolean() });
const restoredSecretSchema = z.strictObject({ tenantId, secretId: z.int() });
const dismissalSchema = z.strictObject({ tenantId, dismissed: z.boolean() });
const deletionSchema = z.strictObject({ tenantId, name: z.string() });

/** Creates a tenancy; its connection is completed step by step. */
export const createTenancy = action({ access: "admin", input: newTenancySchema }, ({ actor, input }) =>
  tenancies.createTenancy(actor, input),
);

/** Saves the settings of a tenancy that were changed. */
export const saveSettings = action({ access: "admin", input: settingsSchema }, ({ actor, input }) =>
  tenancies.saveSettings(actor, input.tenantId, input.settings),
);

/** Dismisses the next steps of a tenancy, or shows them again. */
export const dismissNextSteps = action({ access: "admin", input: dismissalSchema }, ({ actor, input }) =>
  nextSteps.dismissNextSteps(actor, input),
);

/** Deletes a tenancy for good. */
export const deleteTenancy = action({ access: "admin", input: deletionSchema }, ({ actor, input }) =>
  deletion.deleteTenancy(actor, input),
);

/** Replaces the client secret. */
export const replaceClientSecret = action(
  { access: "admin", input: clientSecretSchema },
  ({ actor, input }) => secrets.replaceClientSecret(actor, input.tenantId, input.clientSecret),
);

/** Adds a webhook secret. */
export const addWebhookSecret = action({ access: "admin", input: newSecretSchema }, ({ actor, input }) =>
  secrets.addWebhookSecret(actor, input.tenantId, input.secret),
);

/** Retires a webhook secret. */
export const removeWebhookSecret = action(
  { access: "admin", input: removedSecretSchema },
  ({ actor, input: { tenantId: id, ...secret } }) => secrets.removeWebhookSecret(actor, id, secret),
);

/** Restores a webhook secret that was retired. */
export const restoreWebhookSecret = action(
  { access: "admin", input: restoredSecretSchema },
  ({ actor, input }) => secrets.restoreWebhookSecret(actor, input.tenantId, input.secretId),
);

/** Sends a test notification to our own address, signed as the service would for the tenancy. */
export const sendTest = action({ access: "admin", input: tenancySchema }, ({ actor, input }) =>
  test.sendTestNotification(actor, input.tenantId),
);

/** Fetches a tenancy's newest hours now. */
export const fetchNow = action({ access: "admin", input: tenancySchema }, ({ actor, input }) =>
  sync.fetchNow(actor, input.tenantId),
);

/** Pauses or resumes the fetching of one type. */
export const pauseHistory = action({ access: "admin", input: health.syncPauseSchema }, ({ actor, input }) =>
  health.pauseHistory(actor, input),
);

/** Requests a period to be fetched again. */
export const requestRefetch = action({ access: "admin", input: health.refetchSchema }, ({ actor, input }) =>
  health.requestRefetch(actor, input),
);

/** Withdraws a request to fetch a period again. */
export const dropRefetch = action({ access: "admin", input: health.dropRefetchSchema }, ({ actor, input }) =>
  health.dropRefetch(actor, input),
);

/** Stops the fetch that is under way. */
export const stopFetch = action({ access: "admin", input: health.stopFetchSchema }, ({ actor, input }) =>
  health.stopFetch(actor, input),
);
