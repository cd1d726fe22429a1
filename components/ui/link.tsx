"use client";
import NextLink, { useLinkStatus } from "next/link";
import { useRouter } from "next/navigation";
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useTransition,
} from "react";
import { splitSitePath, withPrefix } from "@/lib/base/request/site-path";
import { beginWaiting } from "@/lib/web/api/waiting";

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

/** Opens a page by script, by default of the tenancy shown. Until it comes, the page says that it waits. */
export function useOpenPage(): (address: string) => void {
  const prefix = useContext(LinkPrefix);
  const frame = useContext(FramePrefix);
  const router = useRouter();
  const [pending, start] = useTransition();
  useAwaitedPage(pending);
  return (href) => {
    const address = withPrefix(prefix, href);
    if (isOfOther(address, frame)) window.location.assign(address);
    else start(() => router.push(address));
  };
}

/** Returns true for the address of another tenancy than the one shown: it loads as a whole, since the frame belongs to it. */
const isOfOther = (address: string, frame: string) =>
  address.startsWith("/s/") && splitSitePath(address)?.slug !== splitSitePath(frame)?.slug;

function useAwaitedPage(isAwaited: boolean): void {
  useEffect(() => (isAwaited ? beginWaiting("page") : undefined), [isAwaited]);
}

/** Marks the pressed link until its page comes (app/globals.css). */
function Opening() {
  const { pending } = useLinkStatus();
  useAwaitedPage(pending);
  return pending && <span data-opening hidden />;
}

/**
 * A link to a page of ours, without prefetching: pages are rendered for each request, so prefetching all links in view
 * would cost thirty requests a page and show nothing sooner. Pages of a site lead to the tenancy shown; an address that names
 * another tenancy loads as a whole, because the frame around the page belongs to it.
 */
export function Link({
  href,
  children,
  ...rest
}: Omit<ComponentProps<typeof NextLink>, "prefetch" | "href"> & { href: string }) {
  const prefix = useContext(LinkPrefix);
  const frame = useContext(FramePrefix);
  const address = withPrefix(prefix, href);
  const isNamed = href.startsWith("/s/") || prefix !== frame;
  if (isNamed && isOfOther(address, frame))
    return (
      <a href={address} {...rest}>
        {children}
      </a>
    );
  return (
    <NextLink href={address} {...rest} prefetch={false}>
      {children}
      <Opening />
    </NextLink>
  );
}
