"use server";

import { cookies } from "next/headers";
import { z } from "zod";
import { openAction } from "@/lib/web/http/action.server";
import { LIST_STARTS, PREFERENCE_COOKIES, THEME_CHOICES } from "./contract";

const YEAR_S = 31_536_000;
const COOKIE = { path: "/", maxAge: YEAR_S, sameSite: "lax", httpOnly: true } as const;

/** Remembers the theme; "system" deletes the choice. */
export const chooseTheme = openAction({ input: z.enum(THEME_CHOICES) }, async (theme) => {
  const jar = await cookies();
  if (theme === "system") jar.delete(PREFERENCE_COOKIES.theme);
  else jar.set(PREFERENCE_COOKIES.theme, theme, COOKIE);
});

/** Remembers the newest outage that was dismissed on Now. */
export const dismissOutages = openAction({ input: z.string().max(40) }, async (startedAt) => {
  (await cookies()).set(PREFERENCE_COOKIES.outages, startedAt, COOKIE);
});

/** Remembers how lists of alerts start: grouped or not, of which areas. What is left out stays. */
export const chooseListStart = openAction(
  {
    input: z.strictObject({
      group: z.enum(LIST_STARTS.group).optional(),
      areas: z.enum(LIST_STARTS.areas).optional(),
    }),
  },
  async ({ group, areas }) => {
    const jar = await cookies();
    if (group) jar.set(PREFERENCE_COOKIES.group, group, COOKIE);
    if (areas) jar.set(PREFERENCE_COOKIES.areas, areas, COOKIE);
  },
);

/** Remembers whether single keys are on. */
export const chooseShortcuts = openAction({ input: z.boolean() }, async (enabled) => {
  const jar = await cookies();
  if (enabled) jar.delete(PREFERENCE_COOKIES.keys);
  else jar.set(PREFERENCE_COOKIES.keys, "off", COOKIE);
});
