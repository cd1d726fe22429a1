import type { TenancyActions } from "@/components/admin/tenancy-form";
import {
  addWebhookSecretAction,
  admitRefusedAction,
  adoptCarriedIdAction,
  deleteTenancyAction,
  removeWebhookSecretAction,
  replaceClientSecretAction,
  restoreWebhookSecretAction,
  saveSettingsAction,
} from "./actions";

/** The changes that the pages of a tenancy can make. */
export const tenancyActions: TenancyActions = {
  save: saveSettingsAction,
  replaceClientSecret: replaceClientSecretAction,
  addSecret: addWebhookSecretAction,
  removeSecret: removeWebhookSecretAction,
  restoreSecret: restoreWebhookSecretAction,
  admitRefused: admitRefusedAction,
  adoptCarriedId: adoptCarriedIdAction,
  remove: deleteTenancyAction,
};
