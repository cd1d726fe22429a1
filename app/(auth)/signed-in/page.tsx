import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AnnounceSignIn } from "@/components/auth/announce-sign-in";
import { LinkButton } from "@/components/ui/button";
import { currentActor } from "@/lib/identity/auth/guard.server";

export const metadata: Metadata = { title: "Signed in" };

/** The last page of a sign-in in a second tab that an open page started. */
export default async function SignedInPage() {
  if (!(await currentActor())) redirect("/sign-in?callbackUrl=%2Fsigned-in");
  return (
    <>
      <AnnounceSignIn />
      <h1 className="text-2xl">You are signed in</h1>
      <p className="mt-1 mb-6 text-ink-2">
        Close this tab and return to the one you came from: it goes on where it was.
      </p>
      <div>
        <LinkButton href="/">Open Now</LinkButton>
      </div>
    </>
  );
}
