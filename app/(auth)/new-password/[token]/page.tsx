import type { Metadata } from "next";
import { LinkForm } from "@/components/auth/forms";
import { InvalidLink } from "@/components/auth/invalid-link";
import { readLink } from "@/lib/identity/users/links.server";

export const metadata: Metadata = { title: "New password", referrer: "no-referrer" };

type Props = { params: Promise<{ token: string }> };

export default async function NewPasswordPage({ params }: Props) {
  const { token } = await params;
  const link = await readLink(token);
  if (link?.kind !== "password") return <InvalidLink what="link" />;
  return (
    <>
      <h1 className="text-2xl">New password</h1>
      <p className="mt-1 mb-6 wrap-anywhere text-ink-2">
        For {link.email}. Every browser that is signed in with this account has to sign in again.
      </p>
      <LinkForm token={token} link={link} />
    </>
  );
}
