"use client";
import { useState } from "react";
import { chooseTheme } from "@/app/(site)/preferences";
import { type ThemeChoice, themeOf } from "./preferences";

/** Light, dark or as the system: at once on this page, and remembered for the next. */
export function useTheme(): { theme: ThemeChoice; choose: (theme: ThemeChoice) => void } {
  const [theme, setTheme] = useState<ThemeChoice>(() =>
    typeof document === "undefined" ? "system" : themeOf(document.documentElement.dataset.theme),
  );
  const choose = (next: ThemeChoice) => {
    setTheme(next);
    if (next === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    void chooseTheme(next);
  };
  return { theme, choose };
}

export const THEME_WORDS: Record<ThemeChoice, string> = {
  system: "As the system",
  light: "Light",
  dark: "Dark",
};
