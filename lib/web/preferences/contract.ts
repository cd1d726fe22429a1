/** The cookies of a browser's preferences, which the server reads before the first paint. */
export const PREFERENCE_COOKIES = {
  theme: "leafwatch-theme",
  keys: "leafwatch-keys",
  outages: "leafwatch-outages",
  group: "leafwatch-group",
  areas: "leafwatch-areas",
  language: "leafwatch-language",
} as const;

/** The slug of the tenancy shown last, as the page itself writes it: addresses without a slug lead there. */
export const TENANCY_COOKIE = "leafwatch-site";

/** How lists of alerts start where their address does not say: grouped or not, of all areas or of the person's own. */
export const LIST_STARTS = { group: ["problem", "none"], areas: ["all", "mine"] } as const;
export type ListStart = { [Name in keyof typeof LIST_STARTS]: (typeof LIST_STARTS)[Name][number] };

/** The start in the two cookies; anything unknown is the usual one. */
export function parseListStart(group: string | undefined, areas: string | undefined): ListStart {
  return { group: group === "none" ? "none" : "problem", areas: areas === "mine" ? "mine" : "all" };
}

export const THEME_CHOICES = ["system", "light", "dark"] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

/** The theme in a cookie; anything unknown follows the system. */
export function themeOf(word: string | undefined): ThemeChoice {
  return word === "light" || word === "dark" ? word : "system";
}
