import type { Metadata } from "next";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { CodeForm, FormFault, SignInForm } from "@/components/auth/forms";
import { RequiredCodes } from "@/components/auth/required-codes";
import { buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { takesNotifications } from "@/lib/farm/tenancies/service.server";
import { currentActor, currentEnrolment } from "@/lib/identity/auth/guard.server";
import { localPath } from "@/lib/identity/auth/local-path";
import { isCodeAwaited, needsSetUp, publicHost, signInCookies } from "@/lib/identity/auth/service.server";
import { passwordsWork } from "@/lib/identity/auth/sign-in.server";
import { singleSignOn, ssoFaultWords } from "@/lib/identity/auth/single-sign-on.server";
import { readDisk } from "@/lib/operations/health/service.server";

export const metadata: Metadata = { title: "Sign in" };

type Search = { error?: string; callbackUrl?: string };

export default async function SignInPage({ searchParams }: { searchParams: Promise<Search> }) {
  const { error, callbackUrl } = await searchParams;
  if (await needsSetUp()) redirect("/set-up");
  if (await currentActor()) redirect(localPath(callbackUrl, publicHost()));
  if (await currentEnrolment())
    return (
      <>
        <h1 className="text-2xl">Set up two-factor sign-in</h1>
        <p className="mt-0.5 mb-6 text-ink-2">{publicHost()}</p>
        <RequiredCodes next={localPath(callbackUrl, publicHost())} />
      </>
    );
  const { token, lastAddress } = signInCookies(await cookies());
  const waits = CODE_STEPS.includes(error ?? "") && (await isCodeAwaited(await cookies()));
  const next = localPath(callbackUrl ?? (error && lastAddress), publicHost());
  const provider = singleSignOn();
  const fault = (provider && ssoFaultWords(error, provider.name)) ?? faultWords(error);
  const Form = waits ? CodeForm : SignInForm;
  const [connected, { fullSince }] = await Promise.all([takesNotifications(), readDisk()]);
  return (
    <>
      <h1 className="text-2xl">{waits ? "Enter the code" : "Sign in"}</h1>
      <p className="mt-0.5 mb-6 text-ink-2">{publicHost()}</p>
      {passwordsWork() ? (
        <Form token={token} next={next} fault={fault} />
      ) : (
        fault && <FormFault>{fault}</FormFault>
      )}
      {provider && !waits && <SingleSignOnLink name={provider.name} next={next} isAlone={!passwordsWork()} />}
      <p className="mt-5 text-sm text-ink-3">
        {waits
          ? "If you have lost your phone and your recovery codes, ask your admin to turn off two-factor sign-in."
          : "No account, or you cannot sign in: ask your admin. A screen in a hall opens its own address; nobody signs in there."}
      </p>
      <p className="mt-8 flex items-center gap-2 rounded-3 border border-hairline bg-surface px-4 py-3 text-sm">
        <Icon name={fullSince ? "clock" : "ok"} className="size-4 shrink-0 text-ink-2" />
        {runningWords(connected, fullSince !== null)}
      </p>
    </>
  );
}

/** A plain link, which works without JavaScript. */
function SingleSignOnLink({ name, next, isAlone }: { name: string; next: string; isAlone: boolean }) {
  return (
    <>
      {!isAlone && (
        <p className="my-4 flex items-center gap-3 text-sm text-ink-3">
          <span aria-hidden="true" className="h-px flex-1 bg-line" />
          or
          <span aria-hidden="true" className="h-px flex-1 bg-line" />
        </p>
      )}
      <a
        href={`/api/auth/oidc/start?callbackUrl=${encodeURIComponent(next)}`}
        className={buttonClass({}, "h-11! w-full text-lg!")}
      >
        <span className="truncate">Sign in with {name}</span>
      </a>
    </>
  );
}

function runningWords(isConnected: boolean, isFull: boolean): string {
  if (isFull) return "Running, but the disk is full: new alerts may be lost. Tell your admin.";
  return isConnected ? "Running, and taking in notifications" : "Running. No tenancy is connected yet";
}

/** Outcomes after which a code is required, if the cookie still proves the right password. */
const CODE_STEPS = ["Code", "WrongCode", "TooManyTries"];

/** Why the last try failed, by next-auth's code; any unknown code is a fault of ours. */
function faultWords(code: string | undefined): string | null {
  if (code === undefined || code === "Code") return null;
  if (code === "WrongCode")
    return "The code does not fit, or was used. Wait for the next one and enter that.";
  if (code === "CodeOver") return "The code came too late. Sign in again.";
  if (code === "CredentialsSignin")
    return "Email and password do not fit. After ten wrong tries each further one takes longer.";
  if (code === "PasswordsOff") return "Passwords are turned off here. Sign in with the button below.";
  if (code === "TooManyTries")
    return "Too many tries for this email, or from where you are. Try again in some minutes, or ask your admin.";
  return "The password could not be checked; most often the database is out of reach. Try again in a minute.";
}
