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
      <SignInForm token={token} next={localPath(callbackUrl)} failed={error !== undefined} />
      <p className="mt-5 text-sm text-ink-3">
        No account, or the password is lost: ask your admin. A screen in a hall opens the address that its
        admin made for it, without a sign-in.
      </p>
      <p className="mt-8 flex items-center gap-2 rounded-3 border border-hairline bg-surface px-4 py-3 text-sm">
        <Icon name="ok" className="size-4 text-ink-2" />
        {connected ? "Running, and taking in notifications" : "Running. No tenancy is connected yet"}
      </p>
    </>
  );
}

/** Only a path of ours: an address from elsewhere in the query must not lead away after signing in. */
function localPath(address: string | undefined): string {
  if (!address) return "/";
  const base = "http://here.invalid";
  const url = URL.canParse(address, base) ? new URL(address, base) : null;
  return url && address.startsWith("/") && url.origin === base ? url.pathname + url.search : "/";
}
