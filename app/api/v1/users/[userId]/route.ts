import { deleteOneUser } from "@/lib/identity/users/api-contract";
import { deleteUser } from "@/lib/identity/users/service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: route(deleteOneUser, async ({ actor, params: { userId: id } }) => {
    await deleteUser(actor, { id });
    return { id };
  }),
});
