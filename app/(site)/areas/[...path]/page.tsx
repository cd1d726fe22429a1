import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { pathOfLevels } from "@/lib/areas/address";
import { nameOf } from "@/lib/core/paths";
import { AreasPageContent } from "../areas-page-content.server";

type Props = { params: Promise<{ path: string[] }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Pick<Props, "params">): Promise<Metadata> {
  return { title: nameOf(pathOfLevels((await params).path)) };
}

export default async function AreaPage({ params, searchParams }: Props) {
  return <AreasPageContent path={pathOfLevels((await params).path)} searchParams={searchParams} />;
}
