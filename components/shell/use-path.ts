"use client";
import { usePathname } from "next/navigation";

/** The path of the page; its type includes null because of the pages router, which has no pages here. */
export function usePath(): string {
  return usePathname() ?? "/";
}
