import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { FormFault } from "./form-fault";

/** The second step of the sign-in, as plain a form as the first: it works without script. */
export function CodeForm({ token, next, fault }: { token: string; next: string; fault: string | null }) {
  return (
    <form method="post" action="/api/auth/callback/credentials" className="flex flex-col gap-4">
      <input type="hidden" name="csrfToken" value={token} />
      <input type="hidden" name="callbackUrl" value={next} />
      {fault && <FormFault>{fault}</FormFault>}
      <TextField
        label="Code"
        name="code"
        required
        autoFocus
        maxLength={30}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        help="The six digits that your app shows, or a recovery code"
      />
      <Button type="submit" variant="primary" className="h-11! text-lg!">
        Sign in
      </Button>
      <p className="text-sm">
        <Link href="/sign-in" className="font-medium text-accent">
          Sign in as somebody else
        </Link>
      </p>
    </form>
  );
}
