import { route } from "@/lib/http/route.server";
import { listOwners } from "@/lib/users/contract";
import { listOwnerNames } from "@/lib/users/service.server";

export const GET = route(listOwners, async ({ actor }) => ({
  items: (await listOwnerNames(actor)).map((name) => ({ name })),
}));
