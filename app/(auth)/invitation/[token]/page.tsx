import type { Metadata } from "next";
import { LinkForm } from "@/components/auth/forms";
import { InvalidLink } from "@/components/auth/invalid-link";
import { readLink } from "@/lib/identity/users/links.server";

export const metadata: Metadata = { title: "Welcome", referrer: "no-referrer" };

type Props = { params: Promise<{ token: string }> };

export default async function InvitationPage({ params }: Props) {
  const { token } = await params;
  const link = await readLink(token);
  if (link?.kind !== "invitation") return <InvalidLink what="invitation" />;
  return (
    <>
      <h1 className="text-2xl">Welcome</h1>
      <p className="mt-1 mb-6 wrap-anywhere text-ink-2">
        Choose how others see you, and a password. You sign in as {link.email} from then on.
      </p>
      <LinkForm token={token} link={link} />
    </>
  );
}
