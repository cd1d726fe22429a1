import { putUserEmail } from "@/lib/identity/users/api-contract";
import { changeEmail } from "@/lib/identity/users/service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: route(putUserEmail, async ({ actor, params: { userId: id }, body: { email } }) => {
    await changeEmail(actor, { id, email });
    return { id, email };
  }),
});
