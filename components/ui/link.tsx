"use client";
import NextLink from "next/link";
import { type ComponentProps, createContext, type ReactNode, useContext } from "react";
import { splitSitePath, withPrefix } from "@/lib/base/request/site-path";

/** The beginning of the addresses of the tenancy shown, such as `/s/westland`; empty where it is the only one. */
const FramePrefix = createContext("");

/** The same of the tenancy that links are about: a row of a list may be of another one. */
const LinkPrefix = createContext("");

/** Links below lead to the tenancy shown. */
export function LinksOfFrame({ prefix, children }: { prefix: string; children: ReactNode }) {
  return (
    <FramePrefix value={prefix}>
      <LinkPrefix value={prefix}>{children}</LinkPrefix>
    </FramePrefix>
  );
}

/** Links below lead to a tenancy, which may not be the one shown. */
export function LinksTo({ prefix, children }: { prefix: string; children: ReactNode }) {
  return <LinkPrefix value={prefix}>{children}</LinkPrefix>;
}

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
  const frame = useContext(FramePrefix);
  const address = withPrefix(prefix, href);
  const isNamed = href.startsWith("/s/") || prefix !== frame;
  if (isNamed && address.startsWith("/s/") && splitSitePath(address)?.slug !== splitSitePath(frame)?.slug)
    return <a href={address} {...rest} />;
  return <NextLink href={address} {...rest} prefetch={false} />;
}
