import { announceLeaving } from "@/components/live/leaving";

/** Ends the session through next-auth: its token against forged requests first, then the sign-out itself. */
export async function signOut(): Promise<void> {
  announceLeaving();
  const { csrfToken } = (await (await fetch("/api/auth/csrf")).json()) as { csrfToken: string };
  await fetch("/api/auth/signout", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ csrfToken, callbackUrl: "/sign-in", json: "true" }),
  });
  window.location.assign("/sign-in");
}
