import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SetUpForm } from "@/components/auth/forms";
import { needsSetUp } from "@/lib/identity/auth/service.server";
import { requestWords } from "@/lib/web/preferences/language.server";
import { withWords } from "../../page-words.server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestWords()).t("auth.account.setUpTitle") };
}

async function SetUpPage() {
  if (!(await needsSetUp())) redirect("/sign-in");
  const { t } = await requestWords();
  return (
    <>
      <h1 className="text-2xl">{t("auth.account.setUpTitle")}</h1>
      <p className="mt-1 mb-6 text-ink-2">{t("auth.account.setUpText")}</p>
      <SetUpForm />
    </>
  );
}

export default withWords("(auth)/set-up", SetUpPage);
