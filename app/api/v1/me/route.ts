import { methods, route } from "@/lib/http/route.server";
import { readMe } from "@/lib/users/me-contract";
import { readSelf } from "@/lib/users/service.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(readMe, async ({ actor }) => readSelf(actor)),
});
