/** The admin pages, in the order of the menu. */
export const ADMIN_PAGES = [
  { href: "/admin/tenancies", label: "Tenancies" },
  { href: "/admin/deliveries", label: "Deliveries" },
  { href: "/admin/health", label: "Data health" },
  { href: "/admin/users", label: "Users" },
  { href: "/admin/screens", label: "Screens" },
  { href: "/admin/tokens", label: "Tokens" },
  { href: "/admin/audit", label: "Audit" },
  { href: "/admin/retention", label: "Retention" },
  { href: "/admin/system", label: "System" },
] as const;
