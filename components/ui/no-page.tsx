import { LinkButton } from "./button";
import { PlainPage } from "./plain-page";

/** An address that nothing stands at. */
export function NoPage({ bare }: { bare?: boolean }) {
  return (
    <PlainPage
      bare={bare}
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
  );
}
