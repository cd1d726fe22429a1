import type { Metadata } from "next";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { CodeForm, FormFault, SignInForm } from "@/components/auth/forms";
import { RequiredCodes } from "@/components/auth/required-codes";
import { buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { Words } from "@/lib/base/words/words";
import { takesNotifications } from "@/lib/farm/tenancies/service.server";
import { currentActor, currentEnrolment } from "@/lib/identity/auth/guard.server";
import { localPath } from "@/lib/identity/auth/local-path";
import { isCodeAwaited, needsSetUp, publicHost, signInCookies } from "@/lib/identity/auth/service.server";
import { passwordsWork } from "@/lib/identity/auth/sign-in.server";
import { singleSignOn, ssoFaultWords } from "@/lib/identity/auth/single-sign-on.server";
import { readDisk } from "@/lib/operations/health/service.server";
import { requestWords } from "@/lib/web/preferences/language.server";
import { withWords } from "../../page-words.server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestWords()).t("auth.signIn.title") };
}

type Search = { error?: string; callbackUrl?: string };

async function SignInPage({ searchParams }: { searchParams: Promise<Search> }) {
  const { error, callbackUrl } = await searchParams;
  if (await needsSetUp()) redirect("/set-up");
  if (await currentActor()) redirect(localPath(callbackUrl, publicHost()));
  const words = await requestWords();
  const { t } = words;
  if (await currentEnrolment())
    return (
      <>
        <h1 className="text-2xl">{t("auth.required.title")}</h1>
        <p className="mt-0.5 mb-6 text-ink-2">{publicHost()}</p>
        <RequiredCodes next={localPath(callbackUrl, publicHost())} />
      </>
    );
  const { token, lastAddress } = signInCookies(await cookies());
  const waits = CODE_STEPS.includes(error ?? "") && (await isCodeAwaited(await cookies()));
  const next = localPath(callbackUrl ?? (error && lastAddress), publicHost());
  const provider = singleSignOn();
  const fault = (provider && ssoFaultWords(words, error, provider.name)) ?? faultWords(error, words);
  const Form = waits ? CodeForm : SignInForm;
  const [connected, { fullSince }] = await Promise.all([takesNotifications(), readDisk()]);
  return (
    <>
      <h1 className="text-2xl">{waits ? t("auth.code.title") : t("auth.signIn.title")}</h1>
      <p className="mt-0.5 mb-6 text-ink-2">{publicHost()}</p>
      {passwordsWork() ? (
        <Form token={token} next={next} fault={fault} />
      ) : (
        fault && <FormFault>{fault}</FormFault>
      )}
      {provider && !waits && (
        <SingleSignOnLink name={provider.name} next={next} isAlone={!passwordsWork()} words={words} />
      )}
      <p className="mt-5 text-sm text-ink-3">{waits ? t("auth.code.lost") : t("auth.signIn.help")}</p>
      <p className="mt-8 flex items-center gap-2 rounded-3 border border-hairline bg-surface px-4 py-3 text-sm">
        <Icon name={fullSince ? "clock" : "ok"} className="size-4 shrink-0 text-ink-2" />
        {runningWords(connected, fullSince !== null, words)}
      </p>
    </>
  );
}

export default withWords("(auth)/sign-in", SignInPage);

/** A plain link, which works without JavaScript. */
function SingleSignOnLink({
  name,
  next,
  isAlone,
  words: { t },
}: {
  name: string;
  next: string;
  isAlone: boolean;
  words: Words;
}) {
  return (
    <>
      {!isAlone && (
        <p className="my-4 flex items-center gap-3 text-sm text-ink-3">
          <span aria-hidden="true" className="h-px flex-1 bg-line" />
          {t("auth.signIn.or")}
          <span aria-hidden="true" className="h-px flex-1 bg-line" />
        </p>
      )}
      <a
        href={`/api/auth/oidc/start?callbackUrl=${encodeURIComponent(next)}`}
        className={buttonClass({}, "h-11! w-full text-lg!")}
      >
        <span className="truncate">{t("auth.signIn.with", { provider: name })}</span>
      </a>
    </>
  );
}

function runningWords(isConnected: boolean, isFull: boolean, { t }: Words): string {
  if (isFull) return t("auth.signIn.diskFull");
  return isConnected ? t("auth.signIn.running") : t("auth.signIn.runningAlone");
}

/** Outcomes after which a code is required, if the cookie still proves the right password. */
const CODE_STEPS = ["Code", "WrongCode", "TooManyTries"];

/** Why the last try failed, by next-auth's code; any unknown code is a fault of ours. */
function faultWords(code: string | undefined, { t }: Words): string | null {
  if (code === undefined || code === "Code") return null;
  if (code === "WrongCode") return t("auth.code.wrong");
  if (code === "CodeOver") return t("auth.code.late");
  if (code === "CredentialsSignin") return t("auth.signIn.wrong");
  if (code === "PasswordsOff") return t("auth.signIn.passwordsOff");
  if (code === "TooManyTries") return t("auth.signIn.tooMany");
  return t("auth.signIn.unchecked");
}
