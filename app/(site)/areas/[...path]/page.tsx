import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { nameOf } from "@/lib/base/core/paths";
import { pathOfLevels } from "@/lib/farm/areas/address";
import { withWords } from "../../../page-words.server";
import { areasPage } from "../areas-page.server";

type Props = { params: Promise<{ path: string[] }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Pick<Props, "params">): Promise<Metadata> {
  return { title: nameOf(pathOfLevels((await params).path)) };
}

async function AreaPage({ params, searchParams }: Props) {
  return areasPage(pathOfLevels((await params).path), searchParams);
}

export default withWords("(site)/areas/[...path]", AreaPage);
