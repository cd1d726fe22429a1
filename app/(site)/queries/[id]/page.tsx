import { redirect } from "next/navigation";

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Record<string, string | string[]>> };

/** One query's own address: it opens among the others, as its address says that it is shown. */
export default async function QueryPage({ params, searchParams }: Props) {
  const shown = Object.entries(await searchParams).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, one]),
  );
  const { id } = await params;
  redirect(`/queries?${new URLSearchParams([...shown.filter(([name]) => name !== "query"), ["query", id]])}`);
}
