import { methods, route } from "@/lib/http/route.server";
import { listOwners } from "@/lib/users/contract";
import { listOwnerNames } from "@/lib/users/service.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listOwners, async ({ actor }) => ({
    items: (await listOwnerNames(actor)).map((name) => ({ name })),
  })),
});
