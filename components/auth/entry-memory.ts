/** Where the email waits until the next sign-in: in this tab alone, never in an address. */
const EMAIL = "leafwatch:sign-in-email";
const ENTERED = "leafwatch:entered";

/** Keeps the email while the password is judged. */
export function keepEmail(email: string): void {
  withStorage((storage) => storage.setItem(EMAIL, email));
}

/** The email that was kept, or nothing. */
export function keptEmail(): string {
  return withStorage((storage) => storage.getItem(EMAIL)) ?? "";
}

/** Somebody has chosen a password just now, and signs in with it next. */
export function noteEntry(email: string): void {
  keepEmail(email);
  withStorage((storage) => storage.setItem(ENTERED, "yes"));
}

/** Whether somebody has just chosen a password: true once. */
export function takeEntry(): boolean {
  const entered = withStorage((storage) => storage.getItem(ENTERED)) === "yes";
  withStorage((storage) => storage.removeItem(ENTERED));
  return entered;
}

/** Without storage it is typed again. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}
