/** The admin pages, in the order of the menu. */
export const ADMIN_PAGES = [
  { href: "/admin/tenancies", name: "admin.menu.tenancies" },
  { href: "/admin/deliveries", name: "admin.menu.deliveries" },
  { href: "/admin/health", name: "admin.menu.health" },
  { href: "/admin/users", name: "admin.menu.users" },
  { href: "/admin/screens", name: "admin.menu.screens" },
  { href: "/admin/tokens", name: "admin.menu.tokens" },
  { href: "/admin/audit", name: "admin.menu.audit" },
  { href: "/admin/retention", name: "admin.menu.retention" },
  { href: "/admin/system", name: "admin.menu.system" },
] as const;
