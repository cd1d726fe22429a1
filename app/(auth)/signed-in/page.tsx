import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AnnounceSignIn } from "@/components/auth/announce-sign-in";
import { LinkButton } from "@/components/ui/button";
import { currentActor } from "@/lib/identity/auth/guard.server";
import { requestWords } from "@/lib/web/preferences/language.server";
import { withWords } from "../../page-words.server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestWords()).t("auth.signedIn.short") };
}

/** The last page of a sign-in in a second tab that an open page started. */
async function SignedInPage() {
  if (!(await currentActor())) redirect("/sign-in?callbackUrl=%2Fsigned-in");
  const { t } = await requestWords();
  return (
    <>
      <AnnounceSignIn />
      <h1 className="text-2xl">{t("auth.signedIn.title")}</h1>
      <p className="mt-1 mb-6 text-ink-2">{t("auth.signedIn.text")}</p>
      <div>
        <LinkButton href="/">{t("auth.signedIn.openNow")}</LinkButton>
      </div>
    </>
  );
}

export default withWords("(auth)/signed-in", SignedInPage);
