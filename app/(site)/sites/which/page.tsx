import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { LinkButton } from "@/components/ui/button";
import { PlainPage } from "@/components/ui/plain-page";
import { withPrefix } from "@/lib/base/request/site-path";
import { requestWords } from "@/lib/web/preferences/language.server";
import { withWords } from "../../../page-words.server";
import { currentTenancy } from "../../current-tenancy.server";
import { findHolders } from "../../holders.server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestWords()).t("sites.which.title") };
}

type Props = { searchParams: Promise<{ address?: string | string[] }> };

/** Where an address without a tenancy leads if several have the id in it: the reader chooses. */
async function WhichPage({ searchParams }: Props) {
  const { address } = await searchParams;
  if (typeof address !== "string") redirect("/");
  const holders = await findHolders(address, (await currentTenancy()).tenancies);
  if (holders.length === 0) redirect("/");
  const { t } = await requestWords();
  return (
    <PlainPage
      icon="search"
      title={t("sites.which.heading")}
      actions={holders.map(({ slug, name }) => (
        <LinkButton key={slug} href={withPrefix(`/s/${slug}`, address)}>
          {t("sites.which.tenancy", { name, slug })}
        </LinkButton>
      ))}
    >
      {t("sites.which.text")}
    </PlainPage>
  );
}

export default withWords("(site)/sites/which", WhichPage);
