import { LinkButton } from "@/components/ui/button";
import type { Words } from "@/lib/base/words/words";

/** The page of a link that is no longer valid. */
export function InvalidLink({ what, words: { t } }: { what: "invitation" | "link"; words: Words }) {
  return (
    <>
      <h1 className="text-2xl">
        {what === "invitation" ? t("auth.invalidLink.invitation") : t("auth.invalidLink.link")}
      </h1>
      <p className="mt-1 mb-6 text-ink-2">{t("auth.invalidLink.why")}</p>
      <div>
        <LinkButton href="/sign-in">{t("auth.signIn.title")}</LinkButton>
      </div>
    </>
  );
}
