import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { areasPage } from "./areas-page.server";

export const metadata: Metadata = { title: "Areas" };

export default function AreasPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  return areasPage(null, searchParams);
}
