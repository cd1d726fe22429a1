import type { ReactNode } from "react";
import { Brand } from "@/components/ui/plain-page";
import { withWords } from "../page-words.server";

/** One narrow column: the brand, then the form. */
function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-108 flex-col justify-center px-4 py-8">
      <Brand />
      {children}
    </main>
  );
}

export default withWords("(auth) frame", AuthLayout);
