import { forgetDrafts } from "@/components/live/drafts";
import { announceLeaving } from "@/components/live/session";

/** Signs out through next-auth, which wants its CSRF token, and opens the sign-in page either way. */
export async function signOut(): Promise<void> {
  announceLeaving();
  forgetDrafts();
  try {
    const { csrfToken } = (await (await fetch("/api/auth/csrf")).json()) as { csrfToken: string };
    await fetch("/api/auth/signout", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ csrfToken, callbackUrl: "/sign-in", json: "true" }),
    });
  } finally {
    window.location.assign("/sign-in");
  }
}
