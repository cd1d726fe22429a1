"use client";
import NextLink from "next/link";
import { type ComponentProps, createContext, useContext } from "react";
import { withPrefix } from "@/lib/base/request/site-path";

/** The beginning of the addresses of the tenancy shown, such as `/s/westland`; empty where it is the only one. */
export const LinkPrefix = createContext("");

/** Maps the address of a page to that of the tenancy shown, for navigation by script. */
export function useAddressIn(): (address: string) => string {
  const prefix = useContext(LinkPrefix);
  return (address) => withPrefix(prefix, address);
}

/**
 * A link to a page of ours, without prefetching: pages are rendered for each request, so prefetching all links in view
 * would cost thirty requests a page and show nothing sooner. Pages of a site lead to the tenancy shown; an address that names
 * another tenancy loads as a whole, because the frame around the page belongs to it.
 */
export function Link({
  href,
  ...rest
}: Omit<ComponentProps<typeof NextLink>, "prefetch" | "href"> & { href: string }) {
  const prefix = useContext(LinkPrefix);
  if (href.startsWith("/s/") && !`${href}/`.startsWith(`${prefix || "/s/ "}/`))
    return <a href={href} {...rest} />;
  return <NextLink href={withPrefix(prefix, href)} {...rest} prefetch={false} />;
}
