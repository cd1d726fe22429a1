"use client";
import { type FormEvent, useState } from "react";
import { Notice } from "./notice";

const AGAIN = "/api/wall/pairing?again";

/**
 * A screen whose token an admin has ended: dark, without data. It shows no new code by itself, so that what was
 * taken down stays down; somebody has to stand before it, and an admin to approve it.
 */
export function Revoked({ name }: { name: string }) {
  const [failed, setFailed] = useState(false);
  const pairAgain = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await fetch(AGAIN, { method: "POST" }).catch(() => null);
    if (answer?.ok) window.location.replace("/wall");
    else setFailed(true);
  };
  return (
    <Notice
      title="This screen was revoked"
      again={300}
      action={
        <form
          method="post"
          action={AGAIN}
          onSubmit={pairAgain}
          className="flex flex-wrap items-center gap-[3vmin] text-(length:--wall-3)"
        >
          <button
            type="submit"
            // biome-ignore lint/a11y/noAutofocus: a remote control has no other way to the only button
            autoFocus
            className="rounded-[1vmin] border-[0.28vmin] border-control px-[3vmin] py-[1.6vmin]"
          >
            Show a new code
          </button>
          {failed && <p role="alert">No answer. Try again in a minute.</p>}
        </form>
      }
    >
      <p>“{name}” shows nothing any more.</p>
      <p>To use it again, press OK here; an admin then enters the code.</p>
    </Notice>
  );
}
