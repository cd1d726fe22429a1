import { LinkButton } from "@/components/ui/button";

/** The page of a link that is no longer valid. */
export function InvalidLink({ what }: { what: "invitation" | "link" }) {
  return (
    <>
      <h1 className="text-2xl">This {what} is good no more</h1>
      <p className="mt-1 mb-6 text-ink-2">
        It was used, replaced by a newer one, or is older than 7 days. Ask your admin for a new one. Who has a
        password already can sign in.
      </p>
      <div>
        <LinkButton href="/sign-in">Sign in</LinkButton>
      </div>
    </>
  );
}
