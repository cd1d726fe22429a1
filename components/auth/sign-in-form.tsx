"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";

const BOX =
  "h-11 w-full rounded-2 border border-control bg-surface px-2.5 text-lg text-ink-1 focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-focus";

/** A plain form to next-auth's endpoint: it works before, and without, script. */
export function SignInForm({ token, next, failed }: { token: string; next: string; failed: boolean }) {
  const [shown, setShown] = useState(false);
  return (
    <form method="post" action="/api/auth/callback/credentials" className="flex flex-col gap-4">
      <input type="hidden" name="csrfToken" value={token} />
      <input type="hidden" name="callbackUrl" value={next} />
      {failed && (
        <p role="alert" className="flex gap-2 rounded-2 border border-ink-1 px-3 py-2.5 text-sm font-medium">
          <Icon name="failed" className="mt-px size-4 shrink-0" />
          Email and password do not fit. After ten wrong tries each further one takes longer.
        </p>
      )}
      <Field label="Email">
        {(ids) => (
          <input {...ids} name="email" type="email" required autoComplete="username" className={BOX} />
        )}
      </Field>
      <Field label="Password">
        {(ids) => (
          <div className="relative">
            <input
              {...ids}
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
