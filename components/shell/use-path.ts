"use client";
import { usePathname } from "next/navigation";
import { splitSitePath } from "@/lib/base/request/site-path";

/**
 * The path of the page without the tenancy in it: the server and the browser see it with and without. Its type includes null
 * because of the pages router, which has no pages here.
 */
export function usePath(): string {
  const path = usePathname() ?? "/";
  return splitSitePath(path)?.path ?? path;
}
