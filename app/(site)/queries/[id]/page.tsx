import { redirect } from "next/navigation";
import { withWords } from "../../../page-words.server";

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Record<string, string | string[]>> };

/** The address of one query: opens the list with the query shown. */
async function QueryPage({ params, searchParams }: Props): Promise<never> {
  const shown = Object.entries(await searchParams).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, one]),
  );
  const { id } = await params;
  redirect(`/queries?${new URLSearchParams([...shown.filter(([name]) => name !== "query"), ["query", id]])}`);
}

export default withWords("(site)/queries/[id]", QueryPage);
