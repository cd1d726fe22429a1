/** The cookies of a browser's preferences, which the server reads before the first paint. */
export const PREFERENCE_COOKIES = {
  theme: "leafwatch-theme",
  keys: "leafwatch-keys",
  outages: "leafwatch-outages",
} as const;

/** The slug of the tenancy shown last, or from former versions its tenantId: addresses without a slug lead there. */
export const TENANCY_COOKIE = {
  name: "leafwatch-tenant",
  options: { path: "/", maxAge: 31_536_000, sameSite: "lax", httpOnly: true },
} as const;

export const THEME_CHOICES = ["system", "light", "dark"] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

/** The theme in a cookie; anything unknown follows the system. */
export function themeOf(word: string | undefined): ThemeChoice {
  return word === "light" || word === "dark" ? word : "system";
}
