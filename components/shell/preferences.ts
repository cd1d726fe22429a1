/** What a browser remembers of its user's taste, in cookies that the server reads before the first paint. */
export const PREFERENCE_COOKIES = {
  tenancy: "leafwatch-tenant",
  theme: "leafwatch-theme",
  keys: "leafwatch-keys",
  outages: "leafwatch-outages",
} as const;

export type ThemeChoice = "system" | "light" | "dark";

/** A cookie's word as a choice; anything else follows the system. */
export function themeOf(word: string | undefined): ThemeChoice {
  return word === "light" || word === "dark" ? word : "system";
}
