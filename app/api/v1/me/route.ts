import { readMe } from "@/lib/identity/users/contract";
import { readSelf } from "@/lib/identity/users/service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(readMe, async ({ actor }) => readSelf(actor)),
});
