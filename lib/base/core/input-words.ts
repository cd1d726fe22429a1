import type { z } from "zod";

type Issue = z.core.$ZodRawIssue;

const TYPES: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  date: "a time such as 2026-11-20T14:00:00Z",
  null: "null",
};

const FORMATS: Record<string, string> = {
  datetime: "a time such as 2026-11-20T14:00:00Z",
  date: "a day such as 2026-11-20",
  time: "a time such as 14:00",
  email: "an e-mail address",
  url: "an address such as https://farm.example",
  base64: "base64",
  ulid: "an id of 26 letters and digits",
  uuid: "an id such as 8d3b6f5e-0c1f-4f0e-9a39-2f6b8c1d7e42",
};

/**
 * The message for an invalid value, as a clause after its name: "has to be text". For the second argument of `parse`, in
 * place of the library's messages; a schema's own message takes precedence.
 */
export function inputWords(issue: Issue): string {
  if (issue.code === "invalid_type")
    return issue.input === undefined
      ? "is missing"
      : `has to be ${TYPES[issue.expected] ?? "of another kind"}`;
  if (issue.code === "too_small" || issue.code === "too_big") return sizeWords(issue);
  if (issue.code === "invalid_format") {
    const form = FORMATS[issue.format];
    return form === undefined ? "does not have the right form" : `has to be ${form}`;
  }
  if (issue.code === "invalid_value") return valueWords(issue);
  if (issue.code === "not_multiple_of") return `has to be a multiple of ${issue.divisor}`;
  if (issue.input === undefined) return "is missing";
  return issue.code === "invalid_union" ? "is none of what may stand here" : "is wrong";
}

function valueWords({ input, values }: Extract<Issue, { code: "invalid_value" }>): string {
  if (input === undefined) return "is missing";
  const names = values.map((value) => (value === null ? "null" : String(value)));
  const last = names.at(-1) ?? "";
  return `has to be ${names.length > 1 ? `${names.slice(0, -1).join(", ")} or ${last}` : last}`;
}

function sizeWords(issue: Extract<Issue, { code: "too_small" | "too_big" }>): string {
  const { code, origin } = issue;
  const isSmall = code === "too_small";
  const bound = isSmall ? issue.minimum : issue.maximum;
  if (origin === "date") return `is too ${isSmall ? "early" : "late"}`;
  if (origin === "string" || origin === "array" || origin === "set" || origin === "map") {
    if (isSmall && Number(bound) === 1) return "is empty";
    const what = origin === "string" ? "character" : "entry";
    const counted = Number(bound) === 1 ? what : origin === "string" ? "characters" : "entries";
    return isSmall ? `has fewer than ${bound} ${counted}` : `has more than ${bound} ${counted}`;
  }
  if (issue.inclusive === false) return `has to be ${isSmall ? "more" : "less"} than ${bound}`;
  return `has to be ${bound} or ${isSmall ? "more" : "less"}`;
}
