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
import { LIGHTS, PRESETS, type QueryForm } from "@/lib/history/queries/form";

const parseAsInstant = createParser<number>({
  parse: (text) => {
    const at = Date.parse(text);
    return Number.isNaN(at) ? null : at;
  },
  serialize: (at) => utcInstant(new Date(at)),
});

/** The form stands in the address, so that it can be kept and passed on. */
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

/** What the address holds of the form, and how to change it. `replace` starts from a whole other form. */
export function useFormState() {
  const [form, set] = useQueryStates(parsers, { history: "replace" });
  const change: FormChange = useCallback((next) => void set(next), [set]);
  const clear = useCallback(() => void set(null), [set]);
  return { form: form as QueryForm, change, clear };
}
