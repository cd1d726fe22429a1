import type { SyncType, TenancyDetails, TenancySettings } from "@/lib/farm/tenancies/contract";
import type { TestValues } from "@/lib/operations/connecting/connection-step";

/** The settings in the form; numbers are texts until they are saved. */
export type Draft = {
  name: string;
  timeZone: string;
  baseUrl: string;
  authUrl: string;
  clientId: string;
  tokenAuth: TenancySettings["tokenAuth"];
  signatureHeader: string;
  dataDelayHours: string;
  queryDeadlineMinutes: string;
  syncEnabled: boolean;
  syncTypes: SyncType[];
  backfillDays: string;
  syncEveryMinutes: string;
  recoveryHours: string;
};

/** The draft of the stored settings. */
export function toDraft(tenancy: TenancyDetails): Draft {
  return {
    name: tenancy.name,
    timeZone: tenancy.timeZone,
    baseUrl: tenancy.baseUrl ?? "",
    authUrl: tenancy.authUrl ?? "",
    clientId: tenancy.clientId ?? "",
    tokenAuth: tenancy.tokenAuth,
    signatureHeader: tenancy.signatureHeader,
    dataDelayHours: String(tenancy.dataDelayHours),
    queryDeadlineMinutes: String(tenancy.queryDeadlineMinutes),
    syncEnabled: tenancy.syncEnabled,
    syncTypes: tenancy.syncTypes,
    backfillDays: String(tenancy.backfillDays),
    syncEveryMinutes: String(tenancy.syncEveryMinutes),
    recoveryHours: String(tenancy.recoveryHours),
  };
}

/** The members in which the form differs from what is stored. */
export function changedMembers(draft: Draft, stored: Draft): (keyof Draft)[] {
  const members = Object.keys(stored) as (keyof Draft)[];
  return members.filter((member) => String(draft[member]) !== String(stored[member]));
}

// An empty field is no zero: the schema says that it has to be a number.
const numberOf = (text: string) => (text.trim() === "" ? Number.NaN : Number(text));

/**
 * What is sent to be saved: the members that were changed, so that what is stored meanwhile stays. Numbers that are none
 * are refused by the schema with their member.
 */
export function changedSettings(draft: Draft, changed: readonly (keyof Draft)[]) {
  const settings = settingsOf(draft);
  const sent = changed.map((member) => [member, settings[member]]);
  return Object.fromEntries(sent) as Partial<typeof settings>;
}

export type DraftSettings = ReturnType<typeof settingsOf>;

function settingsOf(draft: Draft) {
  return {
    ...draft,
    dataDelayHours: numberOf(draft.dataDelayHours),
    queryDeadlineMinutes: numberOf(draft.queryDeadlineMinutes),
    backfillDays: numberOf(draft.backfillDays),
    syncEveryMinutes: numberOf(draft.syncEveryMinutes),
    recoveryHours: numberOf(draft.recoveryHours),
  };
}

/** What the connection test is run with. */
export function toTestValues(draft: Draft, clientSecret: string): TestValues {
  const { baseUrl, authUrl, clientId, tokenAuth } = draft;
  const dataDelayHours = numberOf(draft.dataDelayHours);
  return {
    baseUrl,
    authUrl,
    clientId,
    tokenAuth,
    clientSecret,
    dataDelayHours: Number.isInteger(dataDelayHours) ? dataDelayHours : 1,
  };
}

/** What the parts of the form share. */
export type FormPart = {
  tenancy: TenancyDetails;
  draft: Draft;
  set: (changes: Partial<Draft>) => void;
  errorOf: (member: string) => string | undefined;
  lockedOf: (member: string) => boolean;
};
