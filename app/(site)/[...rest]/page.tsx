import type { Metadata } from "next";
import { notFound } from "next/navigation";

export const metadata: Metadata = { title: "Not found" };

/** Every address that nothing stands at: said inside the frame, so that the bars lead on. */
export default function NoSuchPage() {
  notFound();
}
