import type { ReplayCounts } from "@/lib/alerting/deliveries/log";
import type { TenancyDetails } from "@/lib/farm/tenancies/contract";
import type { ActionResult } from "@/lib/web/http/action-result";
import type { Draft, DraftSettings } from "./tenancy-draft";

/** The changes that a tenancy's page can make. */
export type TenancyActions = {
  save: (input: { tenantId: string; settings: Partial<DraftSettings> }) => Promise<ActionResult<void>>;
  replaceClientSecret: (input: {
    tenantId: string;
    clientSecret: string;
  }) => Promise<ActionResult<"fits" | "not-checked">>;
  addSecret: (input: { tenantId: string; secret: string }) => Promise<ActionResult<void>>;
  removeSecret: (input: {
    tenantId: string;
    secretId: number;
    confirmed: boolean;
  }) => Promise<ActionResult<void>>;
  restoreSecret: (input: { tenantId: string; secretId: number }) => Promise<ActionResult<void>>;
  remove: (input: { tenantId: string; name: string }) => Promise<ActionResult<void>>;
  adoptCarriedId: (input: { tenantId: string; carriedId: string }) => Promise<ActionResult<ReplayCounts>>;
  admitRefused: (input: { tenantId: string }) => Promise<ActionResult<ReplayCounts>>;
};

/** What the parts of the form share. */
export type FormPart = {
  tenancy: TenancyDetails;
  draft: Draft;
  set: (changes: Partial<Draft>) => void;
  errorOf: (member: string) => string | undefined;
  lockedOf: (member: string) => boolean;
};
