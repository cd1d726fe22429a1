/** The admin pages, in the order of the menu. */
export const ADMIN_PAGES = [
  { href: "/admin/tenancies", name: "admin.menu.tenancies", label: "Tenancies" },
  { href: "/admin/deliveries", name: "admin.menu.deliveries", label: "Deliveries" },
  { href: "/admin/health", name: "admin.menu.health", label: "Data health" },
  { href: "/admin/users", name: "admin.menu.users", label: "Users" },
  { href: "/admin/screens", name: "admin.menu.screens", label: "Screens" },
  { href: "/admin/tokens", name: "admin.menu.tokens", label: "Tokens" },
  { href: "/admin/audit", name: "admin.menu.audit", label: "Audit" },
  { href: "/admin/retention", name: "admin.menu.retention", label: "Retention" },
  { href: "/admin/system", name: "admin.menu.system", label: "System" },
] as const;
