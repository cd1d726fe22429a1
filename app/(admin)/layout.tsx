import type { ReactNode } from "react";
import { SiteFrame } from "@/app/(site)/site-frame.server";

/** The frame stands around what an admin page answers too: that it is not for this account, or does not exist. */
export default function AdminFrame({ children }: { children: ReactNode }) {
  return <SiteFrame>{children}</SiteFrame>;
}
