import { LinkButton } from "@/components/ui/button";
import { PlainPage } from "@/components/ui/plain-page";

export default function NotFoundHere() {
  return (
    <PlainPage
      icon="search"
      title="Not found in this tenancy"
      actions={
        <>
          <LinkButton variant="primary" href="/">
            Go to Now
          </LinkButton>
          <LinkButton href="/alerts">See the alerts</LinkButton>
        </>
      }
    >
      The tenancy that you look at has nothing under this address. It may belong to another tenancy: choose it
      in the top bar and open the link again.
    </PlainPage>
  );
}
