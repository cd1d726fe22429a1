"use client";
import { usePathname } from "next/navigation";

/** The path of the page, which every page of ours has: an address without one belongs to the old router alone. */
export function usePath(): string {
  return usePathname() ?? "/";
}
