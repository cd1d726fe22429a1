import type { Metadata } from "next";
import { LinkButton } from "@/components/ui/button";
import { PlainPage } from "@/components/ui/plain-page";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <main>
      <PlainPage
        bare
        icon="search"
        title="No such page"
        actions={
          <LinkButton variant="primary" href="/">
            Go to Now
          </LinkButton>
        }
      >
        Nothing stands at this address. The link may be old, or a part of it is missing.
      </PlainPage>
    </main>
  );
}
