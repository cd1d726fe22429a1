"use client";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { readForm } from "@/components/forms/form-parts";
import { Button } from "@/components/ui/button";
import { Field, PasswordField, TextField } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { saidAtOnce } from "@/components/ui/live-region";
import { useWords } from "@/components/words/words";
import { followLink, setUp } from "@/lib/identity/users/account-actions";
import type { LinkFacts } from "@/lib/identity/users/contract";
import type { ActionResult } from "@/lib/web/http/action-result";
import { usePlainAction } from "./use-plain-action";

const BOX =
  "h-11 w-full rounded-2 border border-control bg-surface px-2.5 text-lg text-ink-1 focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-focus";
/** Keys in sessionStorage: the email must never be in an address. */
const EMAIL = "leafwatch:sign-in-email";
const NEW_PASSWORD = "leafwatch:entered";

/** A plain form to next-auth's endpoint, which works before and without JavaScript. */
export function SignInForm({ token, next, fault }: { token: string; next: string; fault: string | null }) {
  const { t } = useWords();
  const [shown, setShown] = useState(false);
  const { email, password, keep, hasNewPassword } = useKeptEmail(fault !== null);
  return (
    <form
      method="post"
      action="/api/auth/callback/credentials"
      onSubmit={keep}
      className="flex flex-col gap-4"
    >
      <input type="hidden" name="csrfToken" value={token} />
      <input type="hidden" name="callbackUrl" value={next} />
      {fault && <FormFault>{fault}</FormFault>}
      {hasNewPassword && !fault && (
        <p ref={saidAtOnce} className="flex items-center gap-2 font-medium">
          <Icon name="ok" className="size-4 shrink-0 text-ink-2" />
          {t("auth.signIn.passwordSet")}
        </p>
      )}
      <Field label={t("auth.signIn.email")}>
        {(ids) => (
          <input
            {...ids}
            ref={email}
            name="email"
            type="email"
            required
            autoComplete="username"
            // biome-ignore lint/a11y/noAutofocus: the page has nothing else to do
            autoFocus
            className={BOX}
          />
        )}
      </Field>
      <Field label={t("auth.signIn.password")}>
        {(ids) => (
          <div className="relative">
            <input
              {...ids}
              ref={password}
              name="password"
              type={shown ? "text" : "password"}
              required
              autoComplete="current-password"
              className={`${BOX} pr-18`}
            />
            <Button
              variant="quiet"
              className="absolute inset-y-0 right-0 my-auto h-11!"
              aria-pressed={shown}
              aria-label={shown ? t("auth.signIn.hidePassword") : t("auth.signIn.showPassword")}
              onClick={() => setShown(!shown)}
            >
              {shown ? t("auth.signIn.hide") : t("auth.signIn.show")}
            </Button>
          </div>
        )}
      </Field>
      <Button type="submit" variant="primary" className="h-11! text-lg!">
        {t("auth.signIn.title")}
      </Button>
    </form>
  );
}

/** Prefills the email after a failed try or with a new password, and focuses the password. */
function useKeptEmail(failed: boolean) {
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [hasNewPassword, setHasNewPassword] = useState(false);
  useEffect(() => {
    const isNew = withStorage((storage) => storage.getItem(NEW_PASSWORD)) === "yes";
    withStorage((storage) => storage.removeItem(NEW_PASSWORD));
    if (isNew) setHasNewPassword(true);
    const kept = failed || isNew ? withStorage((storage) => storage.getItem(EMAIL)) : null;
    if (!kept || !email.current || email.current.value !== "") return;
    email.current.value = kept;
    password.current?.focus();
  }, [failed]);
  const keep = (event: FormEvent<HTMLFormElement>) =>
    keepEmail(String(new FormData(event.currentTarget).get("email") ?? ""));
  return { email, password, keep, hasNewPassword };
}

/** The second step of the sign-in, which also works without JavaScript. */
export function CodeForm({ token, next, fault }: { token: string; next: string; fault: string | null }) {
  const { t } = useWords();
  return (
    <form method="post" action="/api/auth/callback/credentials" className="flex flex-col gap-4">
      <input type="hidden" name="csrfToken" value={token} />
      <input type="hidden" name="callbackUrl" value={next} />
      {fault && <FormFault>{fault}</FormFault>}
      <TextField
        label={t("auth.code.label")}
        name="code"
        required
        autoFocus
        maxLength={30}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        help={t("auth.code.help")}
      />
      <Button type="submit" variant="primary" className="h-11! text-lg!">
        {t("auth.signIn.title")}
      </Button>
      <p className="text-sm">
        <Link href="/sign-in" className="font-medium text-accent">
          {t("auth.code.other")}
        </Link>
      </p>
    </form>
  );
}

/** Creates the first admin: code, name, email, password. */
export function SetUpForm() {
  const { t } = useWords();
  const { submit, pending, field, fault } = useEntryForm(setUp, {
    fields: ["code", "name", "email", "password"],
    emailOf: ({ email }) => email.trim(),
  });
  return (
    <form method="post" onSubmit={submit} className="flex flex-col gap-4" noValidate>
      {fault && <FormFault>{fault.message}</FormFault>}
      <TextField
        label={t("auth.account.oneTimeCode")}
        {...field("code")}
        required
        placeholder="1234-5678"
        autoComplete="one-time-code"
        inputMode="numeric"
      />
      <TextField label={t("auth.account.yourName")} {...field("name")} required autoComplete="name" />
      <TextField
        label={t("auth.signIn.email")}
        {...field("email")}
        type="email"
        required
        autoComplete="username"
      />
      <NewPasswordField {...field("password")} />
      <Button type="submit" variant="primary" pending={pending} className="h-11! text-lg!">
        {t("auth.account.createAdmin")}
      </Button>
    </form>
  );
}

/**
 * Sets the password of a person with a link, and the name of an invited one. The method keeps the password out of
 * the address if the form is sent before the JavaScript has loaded.
 */
export function LinkForm({ token, link }: { token: string; link: LinkFacts }) {
  const { t } = useWords();
  const { submit, pending, field, fault } = useEntryForm<{ name?: string; password: string }>(
    (values) => followLink({ token, ...values }),
    { fields: ["name", "password"], emailOf: () => link.email },
  );
  return (
    <form method="post" onSubmit={submit} className="flex flex-col gap-4" noValidate>
      {fault && <FormFault>{fault.message}</FormFault>}
      {link.kind === "invitation" && (
        <TextField
          label={t("auth.account.yourName")}
          {...field("name")}
          required
          maxLength={100}
          autoComplete="name"
          help={t("auth.account.nameHelp")}
        />
      )}
      <input type="hidden" autoComplete="username" value={link.email} readOnly />
      <NewPasswordField {...field("password")} />
      <Button type="submit" variant="primary" pending={pending} className="h-11! text-lg!">
        {link.kind === "invitation" ? t("auth.account.join") : t("auth.account.setPassword")}
      </Button>
    </form>
  );
}

function NewPasswordField(field: { name: string; error: string | undefined }) {
  const { t } = useWords();
  return (
    <PasswordField
      label={t("auth.account.newPassword")}
      {...field}
      required
      minLength={12}
      autoComplete="new-password"
      help={t("auth.account.passwordHelp")}
    />
  );
}

/**
 * A form that continues to the sign-in after its action succeeds.
 * @param emailOf the email that the sign-in prefills
 * @param fields fields that show their own errors; `fault` is any other error
 */
function useEntryForm<Input>(
  send: (input: Input) => Promise<ActionResult<void>>,
  { fields, emailOf }: { fields: readonly string[]; emailOf: (values: Input) => string },
) {
  const action = usePlainAction(send, (_, values) => {
    keepEmail(emailOf(values));
    withStorage((storage) => storage.setItem(NEW_PASSWORD, "yes"));
    window.location.assign("/sign-in");
  });
  const submit = (event: FormEvent<HTMLFormElement>) => action.submit(readForm(event) as Input);
  const { pending, field, fault } = action;
  const isAtField = fault?.parameter !== undefined && fields.includes(fault.parameter);
  return { submit, pending, field, fault: isAtField ? null : fault };
}

export function FormFault({ children }: { children: string }) {
  return (
    <p role="alert" className="flex gap-2 rounded-2 border border-ink-1 px-3 py-2.5 text-sm font-medium">
      <Icon name="failed" className="mt-px size-4 shrink-0" />
      {children}
    </p>
  );
}

/** Keeps the email for the page after the request. */
const keepEmail = (email: string) => withStorage((storage) => storage.setItem(EMAIL, email));

/** Uses the storage of the tab; undefined if the browser refuses it. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}
