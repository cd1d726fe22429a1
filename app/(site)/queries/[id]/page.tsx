import { redirect } from "next/navigation";

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Record<string, string | string[]>> };

/** The address of one query: opens the list with the query shown. */
export default async function QueryPage({ params, searchParams }: Props) {
  const shown = Object.entries(await searchParams).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, one]),
  );
  const { id } = await params;
  redirect(`/queries?${new URLSearchParams([...shown.filter(([name]) => name !== "query"), ["query", id]])}`);
}
