/** Admin pages without a parameter in their address. */
export const ADMIN_PAGES = [
  "/admin/tenancies",
  "/admin/deliveries",
  "/admin/health",
  "/admin/users",
  "/admin/screens",
  "/admin/tokens",
  "/admin/retention",
  "/admin/system",
  "/admin/audit",
];
