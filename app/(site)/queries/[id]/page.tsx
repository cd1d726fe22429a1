import { redirect } from "next/navigation";

/** One query's own address: it opens among the others. */
export default async function QueryPage({ params }: { params: Promise<{ id: string }> }) {
  redirect(`/queries?query=${encodeURIComponent((await params).id)}`);
}
