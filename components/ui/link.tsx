import NextLink from "next/link";
import type { ComponentProps } from "react";

/**
 * A link to a page of ours. It asks the server only when it is followed: pages are made for each reader at each
 * request, so that asking beforehand for all links in view would cost thirty requests a page and show nothing sooner.
 */
export function Link(props: Omit<ComponentProps<typeof NextLink>, "prefetch">) {
  return <NextLink {...props} prefetch={false} />;
}
