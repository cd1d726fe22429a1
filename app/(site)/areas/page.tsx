import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { withWords } from "../../page-words.server";
import { areasPage } from "./areas-page.server";

export const metadata: Metadata = { title: "Areas" };

function AreasPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  return areasPage(null, searchParams);
}

export default withWords("(site)/areas", AreasPage);
