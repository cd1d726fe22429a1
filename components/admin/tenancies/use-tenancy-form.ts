"use client";

import { type ChangeEvent, useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { useWords } from "@/components/words/words";
import type { Words } from "@/lib/base/words/words";
import type { SettingsChanges, TenancyDetails, TenancySettings } from "@/lib/farm/tenancies/contract";
import { saveSettings } from "@/lib/operations/connecting/actions";
import { MEMBER_WORDS } from "./member-words";

const NUMBERS = [
  "dataDelayHours",
  "queryDeadlineMinutes",
  "backfillDays",
  "syncEveryMinutes",
  "recoveryHours",
] as const;

/** The settings in the form: numbers as they are typed, an empty text for none. */
export type Draft = Required<{
  [M in keyof TenancySettings]: M extends (typeof NUMBERS)[number] ? string : NonNullable<TenancySettings[M]>;
}>;
export type Member = keyof Draft;

const MEMBERS = Object.keys(MEMBER_WORDS) as Member[];

/** The form as its fields see it. */
export type FormPart = {
  words: Words;
  tenancy: TenancyDetails;
  draft: Draft;
  set: (changes: Partial<Draft>) => void;
  errorOf: (member: Member) => string | undefined;
  lockedOf: (member: Member | "clientSecret") => boolean;
};

/** Ties a field to a setting that is typed. */
export const bindField = (
  { words, draft, set, errorOf, lockedOf }: FormPart,
  member: Exclude<Member, "tokenAuth" | "syncEnabled" | "syncTypes" | "shiftTimes">,
) => ({
  label: words.t(MEMBER_WORDS[member]),
  value: draft[member],
  onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => set({ [member]: currentTarget.value }),
  error: errorOf(member),
  locked: lockedOf(member),
});

/**
 * The settings form of a tenancy: what was entered over what is stored.
 * @param preset what the form proposes
 */
export function useTenancyForm(
  tenancy: TenancyDetails,
  {
    preset = {},
    said,
    onSaved,
  }: { preset?: Partial<Draft>; said?: string; onSaved?: (settings: SettingsChanges) => void },
) {
  const words = useWords();
  const { tenantId, lockedFields } = tenancy;
  const stored = toDraft(tenancy);
  const [entered, setEntered] = useState<Partial<Draft>>(preset);
  const draft: Draft = { ...stored, ...entered };
  const action = useAction(saveSettings, {
    said,
    onDone: (_, { settings }) => onSaved?.(settings as SettingsChanges),
  });
  const part: FormPart = {
    words,
    tenancy,
    draft,
    set: (changes) => setEntered((before) => ({ ...before, ...changes })),
    errorOf: (member) => action.errorOf(`settings.${member}`) ?? action.errorOf(member),
    lockedOf: (member) => lockedFields.includes(member),
  };
  return {
    part,
    /** The members that were entered, also those equal to what is stored. */
    entered: Object.keys(entered) as Member[],
    /** The members in which the form differs from what is stored. */
    changed: MEMBERS.filter((member) => String(draft[member]) !== String(stored[member])),
    /** Saves these members only, so that the changes of others are kept. */
    save: (members: readonly Member[]) => action.submit({ tenantId, settings: toSettings(draft, members) }),
    discard: () => {
      setEntered({});
      action.clear();
    },
    pending: action.pending,
    fault: action.fault,
  };
}

function toDraft(tenancy: TenancyDetails): Draft {
  const values = MEMBERS.map((member) => {
    const value = tenancy[member];
    return [member, typeof value === "number" ? String(value) : (value ?? "")];
  });
  return Object.fromEntries(values);
}

function toSettings(draft: Draft, members: readonly Member[]): SettingsChanges {
  const isNumber = (member: Member) => NUMBERS.some((one) => one === member);
  const values = members.map((member) => {
    const value = draft[member];
    return [member, isNumber(member) ? toNumber(String(value)) : value];
  });
  return Object.fromEntries(values);
}

/** Parses a typed number. An empty field is NaN, not zero, so that the schema refuses it. */
export const toNumber = (text: string) => (text.trim() === "" ? Number.NaN : Number(text));
