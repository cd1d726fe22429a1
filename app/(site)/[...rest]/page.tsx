import type { Metadata } from "next";
import { notFound } from "next/navigation";

export const metadata: Metadata = { title: "Not found" };

/** Any unknown address: "not found" inside the frame, so that its navigation stays. */
export default function NoSuchPage() {
  notFound();
}
