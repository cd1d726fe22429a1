import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { LinkButton } from "@/components/ui/button";
import { PlainPage } from "@/components/ui/plain-page";
import { withPrefix } from "@/lib/base/request/site-path";
import { withWords } from "../../../page-words.server";
import { currentTenancy } from "../../current-tenancy.server";
import { findHolders } from "../../holders.server";

export const metadata: Metadata = { title: "Which tenancy" };

type Props = { searchParams: Promise<{ address?: string | string[] }> };

/** Where an address without a tenancy leads if several have the id in it: the reader chooses. */
async function WhichPage({ searchParams }: Props) {
  const { address } = await searchParams;
  if (typeof address !== "string") redirect("/");
  const holders = await findHolders(address, (await currentTenancy()).tenancies);
  if (holders.length === 0) redirect("/");
  return (
    <PlainPage
      icon="search"
      title="More than one tenancy has it"
      actions={holders.map(({ slug, name }) => (
        <LinkButton key={slug} href={withPrefix(`/s/${slug}`, address)}>
          {`${name} (${slug})`}
        </LinkButton>
      ))}
    >
      The link does not say which tenancy it means, and the id in it exists in each of these. Choose one.
    </PlainPage>
  );
}

export default withWords("(site)/sites/which", WhichPage);
