"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTenant } from "@/components/live/site-context";
import { useEndpoint } from "@/components/live/use-endpoint";
import { useServerAction } from "@/components/live/use-server-action";
import { setFavourite } from "@/lib/farm/areas/actions";
import { listFavourites } from "@/lib/farm/areas/contract";
import { callKey } from "@/lib/web/api/client";

const STALE_MS = 300_000;

/** The person's favourite areas, and how to change them. */
export function useFavourites() {
  const tenant = useTenant();
  const client = useQueryClient();
  const { run } = useServerAction({ rereads: { queryKey: [listFavourites.path] }, reports: true });
  const input = { query: { tenant } };
  const { data } = useEndpoint(listFavourites, input, { staleTime: STALE_MS, refetchInterval: false });
  const paths = useMemo(() => data?.items.map(({ path }) => path) ?? [], [data]);
  const set = async (path: string, favourite: boolean) => {
    const without = paths.filter((one) => one !== path);
    const items = (favourite ? [...without, path] : without).map((one) => ({ path: one }));
    client.setQueryData(callKey(listFavourites, input), { items });
    await run(() => setFavourite({ tenant, path, favourite }));
  };
  return { paths, isRead: data !== undefined, set };
}
