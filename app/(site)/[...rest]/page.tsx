import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { withWords } from "../../page-words.server";

export const metadata: Metadata = { title: "Not found" };

/** Any unknown address: "not found" inside the frame, so that its navigation stays. */
function NoSuchPage(): never {
  notFound();
}

export default withWords("(site)/[...rest]", NoSuchPage);
