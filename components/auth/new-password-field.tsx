import { PasswordField } from "@/components/ui/field";

/** A password that is chosen, not one that is known. */
export function NewPasswordField({ error }: { error: string | undefined }) {
  return (
    <PasswordField
      label="Password"
      name="password"
      required
      minLength={12}
      autoComplete="new-password"
      help="12 characters or more"
      error={error}
    />
  );
}
