import { listAllUsers } from "@/lib/identity/users/api-contract";
import type { UserLine } from "@/lib/identity/users/contract";
import { listUsers } from "@/lib/identity/users/service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listAllUsers, async ({ actor }) => ({ items: (await listUsers(actor)).map(publicUser) })),
});

function publicUser(user: UserLine) {
  const { id, email, name, role, invited, secondFactor, provisioned } = user;
  const { createdAt, lastSignInAt, disabledAt } = user;
  return { id, email, name, role, invited, secondFactor, provisioned, createdAt, lastSignInAt, disabledAt };
}
