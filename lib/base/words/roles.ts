import { ROLES, type Role } from "../core/access";
import type { PlainKey } from "./messages";
import type { Words } from "./words";

/** The name of each role. */
export const ROLE_WORDS = {
  viewer: "shell.roles.viewer",
  grower: "shell.roles.grower",
  admin: "shell.roles.admin",
} as const satisfies Record<Role, PlainKey>;

/** A person's roles by site, as lists show them: "Grower in Westland, viewer in Almería"; one word if they are the same. */
export function rolesInWords(
  { t, listed }: Words,
  role: Role,
  sites: readonly { name: string; role: Role }[],
): string {
  if (sites.every((one) => one.role === role)) return t(ROLE_WORDS[role]);
  const parts = ROLES.toReversed().flatMap((each) => {
    const names = sites.filter((one) => one.role === each).map(({ name }) => name);
    return names.length > 0 ? [{ role: each, sites: listed(names) }] : [];
  });
  return parts
    .map((part, nth) => (nth === 0 ? t("account.roles.in", part) : t("account.roles.alsoIn", part)))
    .join(", ");
}
