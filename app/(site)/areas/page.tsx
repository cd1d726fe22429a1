import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { requestWords } from "@/lib/web/preferences/language.server";
import { withWords } from "../../page-words.server";
import { areasPage } from "./areas-page.server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestWords()).t("areas.title") };
}

function AreasPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  return areasPage(null, searchParams);
}

export default withWords("(site)/areas", AreasPage);
