import { buttonClass } from "@/components/ui/button";

/** Single sign-on: a plain link, which works without JavaScript. */
export function SingleSignOnLink({ name, next }: { name: string; next: string }) {
  return (
    <>
      <p className="my-4 flex items-center gap-3 text-sm text-ink-3">
        <span aria-hidden="true" className="h-px flex-1 bg-line" />
        or
        <span aria-hidden="true" className="h-px flex-1 bg-line" />
      </p>
      <a
        href={`/api/auth/oidc/start?callbackUrl=${encodeURIComponent(next)}`}
        className={buttonClass({}, "h-11! w-full text-lg!")}
      >
        <span className="truncate">Sign in with {name}</span>
      </a>
    </>
  );
}
