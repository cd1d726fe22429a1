import type { Metadata } from "next";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { SignInForm } from "@/components/auth/sign-in-form";
import { Icon } from "@/components/ui/icon";
import { currentActor } from "@/lib/auth/guard.server";
import { needsSetUp, publicHost, signInTokenName } from "@/lib/auth/service.server";
import { takesNotifications } from "@/lib/tenancies/service.server";

export const metadata: Metadata = { title: "Sign in" };

type Search = { error?: string; callbackUrl?: string };

export default async function SignInPage({ searchParams }: { searchParams: Promise<Search> }) {
  const { error, callbackUrl } = await searchParams;
  if (await needsSetUp()) redirect("/set-up");
  if (await currentActor()) redirect("/");
  const token = (await cookies()).get(signInTokenName())?.value.split("|")[0] ?? "";
  const connected = await takesNotifications();
  return (
    <>
      <h1 className="text-2xl">Sign in</h1>
      <p className="mt-0.5 mb-6 text-ink-2">{publicHost()}</p>
      <SignInForm token={token} next={localPath(callbackUrl)} fault={faultWords(error)} />
      <p className="mt-5 text-sm text-ink-3">
        No account, or the password is lost: ask your admin. A screen in a hall opens its own address, without
        a sign-in.
      </p>
      <p className="mt-8 flex items-center gap-2 rounded-3 border border-hairline bg-surface px-4 py-3 text-sm">
        <Icon name="ok" className="size-4 text-ink-2" />
        {connected ? "Running, and taking in notifications" : "Running. No tenancy is connected yet"}
      </p>
    </>
  );
}

/** Why the last try failed, by the code that next-auth gives it: what is not a wrong password is our own fault. */
function faultWords(code: string | undefined): string | null {
  if (code === undefined) return null;
  if (code === "CredentialsSignin")
    return "Email and password do not fit. After ten wrong tries each further one takes longer.";
  return "The password could not be checked; most often the database is out of reach. Try again in a minute.";
}

/**
 * Only a path of ours: an address from elsewhere in the query must not lead away after signing in. After a wrong
 * password next-auth gives it back in full.
 */
function localPath(address: string | undefined): string {
  if (!address) return "/";
  const base = "http://here.invalid";
  const url = URL.canParse(address, base) ? new URL(address, base) : null;
  const isOurs = address.startsWith("/") ? url?.origin === base : url?.host === publicHost();
  return url && isOurs ? url.pathname + url.search : "/";
}
