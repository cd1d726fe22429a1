import type { Metadata } from "next";
import { LinkButton } from "@/components/ui/button";
import { PlainPage } from "@/components/ui/plain-page";
import { requestWords } from "@/lib/web/preferences/language.server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestWords()).t("admin.forbidden.title") };
}

export default async function Forbidden() {
  const { t } = await requestWords();
  return (
    <main className="px-4">
      <PlainPage
        icon="lock"
        title={t("admin.forbidden.heading")}
        actions={
          <LinkButton variant="primary" href="/">
            {t("ui.noPage.toNow")}
          </LinkButton>
        }
      >
        {t("admin.forbidden.text")}
      </PlainPage>
    </main>
  );
}
