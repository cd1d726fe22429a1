import type { Metadata } from "next";
import { LinkForm } from "@/components/auth/forms";
import { InvalidLink } from "@/components/auth/invalid-link";
import { readLink } from "@/lib/identity/users/links.server";
import { requestWords } from "@/lib/web/preferences/language.server";
import { withWords } from "../../../page-words.server";

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await requestWords();
  return { title: t("auth.account.passwordTitle"), referrer: "no-referrer" };
}

type Props = { params: Promise<{ token: string }> };

async function NewPasswordPage({ params }: Props) {
  const { token } = await params;
  const link = await readLink(token);
  const words = await requestWords();
  const { t } = words;
  if (link?.kind !== "password") return <InvalidLink what="link" words={words} />;
  return (
    <>
      <h1 className="text-2xl">{t("auth.account.passwordTitle")}</h1>
      <p className="mt-1 mb-6 wrap-anywhere text-ink-2">
        {t("auth.account.passwordText", { email: link.email })}
      </p>
      <LinkForm token={token} link={link} />
    </>
  );
}

export default withWords("(auth)/new-password/[token]", NewPasswordPage);
