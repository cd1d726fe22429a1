import NextLink from "next/link";
import type { ComponentProps } from "react";

/**
 * A link to a page of ours, without prefetching: pages are rendered for each request, so prefetching all links in view
 * would cost thirty requests a page and show nothing sooner.
 */
export function Link(props: Omit<ComponentProps<typeof NextLink>, "prefetch">) {
  return <NextLink {...props} prefetch={false} />;
}
