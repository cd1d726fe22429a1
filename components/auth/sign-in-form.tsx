"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { keepEmail, keptEmail, takeEntry } from "./entry-memory";
import { FormFault } from "./form-fault";

const BOX =
  "h-11 w-full rounded-2 border border-control bg-surface px-2.5 text-lg text-ink-1 focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-focus";

/** A plain form to next-auth's endpoint: it works before, and without, script. */
export function SignInForm({ token, next, fault }: { token: string; next: string; fault: string | null }) {
  const [shown, setShown] = useState(false);
  const { email, password, keep, entered } = useKeptEmail(fault !== null);
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
      {entered && !fault && (
        <p role="status" className="flex items-center gap-2 font-medium">
          <Icon name="ok" className="size-4 shrink-0 text-ink-2" />
          The password is set. Sign in with it.
        </p>
      )}
      <Field label="Email">
        {(ids) => (
          <input
            {...ids}
            ref={email}
            name="email"
            type="email"
            required
            autoComplete="username"
            className={BOX}
          />
        )}
      </Field>
      <Field label="Password">
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
              aria-label={shown ? "Hide the password" : "Show the password"}
              onClick={() => setShown(!shown)}
            >
              {shown ? "Hide" : "Show"}
            </Button>
          </div>
        )}
      </Field>
      <Button type="submit" variant="primary" className="h-11! text-lg!">
        Sign in
      </Button>
    </form>
  );
}

/** After a try that failed, or with a new password, the email stands there, and the password is what is typed next. */
function useKeptEmail(failed: boolean) {
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [entered, setEntered] = useState(false);
  useEffect(() => {
    const isNew = takeEntry();
    if (isNew) setEntered(true);
    const kept = failed || isNew ? keptEmail() : "";
    if (kept === "" || !email.current || email.current.value !== "") return;
    email.current.value = kept;
    password.current?.focus();
  }, [failed]);
  const keep = (event: FormEvent<HTMLFormElement>) =>
    keepEmail(String(new FormData(event.currentTarget).get("email") ?? ""));
  return { email, password, keep, entered };
}
