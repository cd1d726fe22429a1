import { listOwners } from "@/lib/identity/users/contract";
import { listOwnerNames } from "@/lib/identity/users/service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listOwners, async ({ actor }) => ({
    items: (await listOwnerNames(actor)).map((name) => ({ name })),
  })),
});
