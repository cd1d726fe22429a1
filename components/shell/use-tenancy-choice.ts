"use client";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { chooseTenancy } from "@/app/(site)/preferences";

/**
 * Changes the tenancy that this browser looks at; a page about one thing of the old one leads to Now, one whose
 * address names the tenancy stays.
 */
export function useTenancyChoice({ stay = false } = {}): {
  choose: (tenantId: string) => void;
  pending: boolean;
} {
  const router = useRouter();
  const [pending, start] = useTransition();
  const choose = (tenantId: string) =>
    start(async () => {
      await chooseTenancy(tenantId);
      if (!stay) router.push("/");
      router.refresh();
    });
  return { choose, pending };
}
