"use server";
import { cookies } from "next/headers";
import { PREFERENCE_COOKIES, type ThemeChoice } from "@/components/shell/preferences";

const YEAR_S = 31_536_000;
const KEPT = { path: "/", maxAge: YEAR_S, sameSite: "lax", httpOnly: true } as const;

/** What comes from a browser is of any type. */
const textOf = (value: unknown, longest: number) => String(value ?? "").slice(0, longest);

/** Remembers which tenancy this browser looks at. What may be seen is decided again at every read. */
export async function chooseTenancy(tenantId: string): Promise<void> {
  (await cookies()).set(PREFERENCE_COOKIES.tenancy, textOf(tenantId, 100), KEPT);
}

/** Remembers light or dark; "system" forgets the choice. */
export async function chooseTheme(theme: ThemeChoice): Promise<void> {
  const jar = await cookies();
  if (theme === "light" || theme === "dark") jar.set(PREFERENCE_COOKIES.theme, theme, KEPT);
  else jar.delete(PREFERENCE_COOKIES.theme);
}

/** Remembers until when outages were put away on Now. The ledger keeps them. */
export async function dismissOutages(startedAt: string): Promise<void> {
  (await cookies()).set(PREFERENCE_COOKIES.outages, textOf(startedAt, 40), KEPT);
}

/** Remembers whether single keys act. */
export async function chooseShortcuts(enabled: boolean): Promise<void> {
  const jar = await cookies();
  if (enabled) jar.delete(PREFERENCE_COOKIES.keys);
  else jar.set(PREFERENCE_COOKIES.keys, "off", KEPT);
}
