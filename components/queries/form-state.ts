"use client";
import {
  createParser,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
} from "nuqs";
import { useCallback } from "react";
import { INDICES } from "@/lib/base/core/indices";
import { utcInstant } from "@/lib/base/core/time";
import { LIGHTS, PRESETS, type QueryForm } from "@/lib/history/queries/contract";

const parseAsInstant = createParser<number>({
  parse: (text) => {
    const at = Date.parse(text);
    return Number.isNaN(at) ? null : at;
  },
  serialize: (at) => utcInstant(new Date(at)),
});

/** The address keeps the form, so that it can be bookmarked and shared. */
const parsers = {
  type: parseAsStringLiteral(["indices", "chf"]).withDefault("indices"),
  last: parseAsStringLiteral(PRESETS).withDefault("7d"),
  from: parseAsInstant,
  to: parseAsInstant,
  areas: parseAsArrayOf(parseAsString).withDefault([]),
  indices: parseAsArrayOf(parseAsStringLiteral(INDICES)),
  devices: parseAsArrayOf(parseAsString).withDefault([]),
  light: parseAsStringLiteral(LIGHTS).withDefault("any"),
  job: parseAsString.withDefault(""),
  filled: parseAsBoolean.withDefault(true),
  include: parseAsArrayOf(parseAsString),
  exclude: parseAsArrayOf(parseAsString),
};

export type FormChange = (next: Partial<QueryForm>) => void;

/** The form in the address, and how to change it. */
export function useFormState() {
  const [form, set] = useQueryStates(parsers, { history: "replace" });
  const change: FormChange = useCallback((next) => void set(next), [set]);
  const clear = useCallback(() => void set(null), [set]);
  return { form: form as QueryForm, change, clear };
}
