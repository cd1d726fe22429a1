"use client";
import { useSite } from "@/components/live/site-context";
import { LinkButton } from "@/components/ui/button";
import { PlainPage } from "@/components/ui/plain-page";

export default function NotFoundHere() {
  const { tenancy, tenancies } = useSite();
  const isOneOfMany = tenancies.length > 1;
  return (
    <PlainPage
      icon="search"
      title={isOneOfMany ? "Not found in this tenancy" : "Not found"}
      actions={
        <>
          <LinkButton variant="primary" href="/">
            Go to Now
          </LinkButton>
          <LinkButton href="/alerts">See the alerts</LinkButton>
        </>
      }
    >
      {tenancy?.name ?? "Leafwatch"} has nothing under this address.{" "}
      {isOneOfMany
        ? "It may belong to another tenancy: switch to that one and open the link again."
        : "The link may be old, or a part of it is missing."}
    </PlainPage>
  );
}
