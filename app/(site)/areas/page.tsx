import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { AreasPageContent } from "./areas-page-content.server";

export const metadata: Metadata = { title: "Areas" };

export default function AreasPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  return <AreasPageContent path={null} searchParams={searchParams} />;
}
