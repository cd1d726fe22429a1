import type { Metadata } from "next";
import { NoPage } from "@/components/ui/plain-page";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <main>
      <NoPage bare />
    </main>
  );
}
