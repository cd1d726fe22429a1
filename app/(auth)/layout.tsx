import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";

/** One narrow column: who we are, then the form. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-108 flex-col justify-center px-4 py-8">
      <p className="mb-7 flex items-center gap-2.5 text-xl font-strong">
        <Icon name="leaf" className="size-5" />
        Leafwatch
      </p>
      {children}
    </main>
  );
}
