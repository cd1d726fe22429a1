import type { Metadata } from "next";
import { LinkButton } from "@/components/ui/button";
import { PlainPage } from "@/components/ui/plain-page";

export const metadata: Metadata = { title: "Not allowed" };

export default function Forbidden() {
  return (
    <main className="px-4">
      <PlainPage
        icon="lock"
        title="This page is for admins"
        actions={
          <LinkButton variant="primary" href="/">
            Go to Now
          </LinkButton>
        }
      >
        Your account may not open it. An admin can give you the role under Admin, Users.
      </PlainPage>
    </main>
  );
}
