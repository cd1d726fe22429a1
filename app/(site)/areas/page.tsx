import type { Metadata } from "next";
import { AreasPageContent } from "./areas-page-content.server";

export const metadata: Metadata = { title: "Areas" };

export default function AreasPage() {
  return <AreasPageContent path={null} />;
}
