import type { Metadata } from "next";
import { pathOfLevels } from "@/lib/areas/address";
import { nameOf } from "@/lib/core/paths";
import { AreasPageContent } from "../areas-page-content.server";

type Props = { params: Promise<{ path: string[] }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: nameOf(pathOfLevels((await params).path)) };
}

export default async function AreaPage({ params }: Props) {
  return <AreasPageContent path={pathOfLevels((await params).path)} />;
}
