/** The floors of lib, from the ground up. */
const FLOORS = ["base", "service", "identity", "web", "farm", "history", "alerting", "display", "operations"];

/** Server actions: beside their services, declared by `action()` of the web floor, imported by components only. */
const ACTIONS = "[/-]actions\\.ts$";

/** Code on a floor may import from it and from the floors below. */
const floorRules = FLOORS.slice(0, -1).map((floor, nth) => ({
  name: `${floor}-uses-what-is-below`,
  comment: "Arrows go one way, so that each floor can be read without those above it (docs/architecture.md).",
  severity: "error",
  from: {
    path: `^lib/${floor}/`,
    pathNot: floor === "identity" ? `\\.test\\.ts$|${ACTIONS}` : "\\.test\\.ts$",
  },
  to: { path: `^lib/(${FLOORS.slice(nth + 1).join("|")})/` },
}));

/** The rules of the house. Each says why. */
export default {
  forbidden: [
    ...floorRules,
    {
      name: "no-cycles",
      comment: "Two files that need each other are one thing, or hide a third.",
      severity: "error",
      from: { pathNot: "^generated/" },
      to: { circular: true },
    },
    {
      name: "only-stores-touch-the-database",
      comment: "One place a domain for its SQL, so that no secret column and no unchecked read slips out.",
      severity: "error",
      from: {
        path: "^(app|pages|components|lib)/",
        pathNot:
          "(store\\.server\\.ts$|[.-]store\\.server\\.ts$|^lib/base/db/|^lib/base/queue/|^lib/operations/tasks/|^lib/web/events/|\\.test\\.ts$)",
      },
      to: { path: "^(lib/base/db/(pool|prisma)\\.server|generated/prisma/|node_modules/pg/)" },
    },
    {
      name: "notifications-leave-by-prisma",
      comment: "One client reads and writes these domains; pg alone is for what Prisma cannot do.",
      severity: "error",
      from: {
        path: "^lib/(alerting/(webhooks|alerts|deliveries)|farm/(areas|notes|tenancies|retention))/",
        pathNot: "\\.test\\.ts$",
      },
      to: { path: "^(lib/base/db/(pool|cancellable)\\.server|node_modules/pg(-copy-streams)?/)" },
    },
    {
      name: "domains-meet-at-contract-or-service",
      comment:
        "A domain's inside is its own; others use its contract (what a screen's boards are too) or its use cases.",
      severity: "error",
      // The pages that connect a tenancy may use the tenancies' parts that only admins see: both belong together.
      from: { path: "^lib/([^/]+/[^/]+)/", pathNot: "\\.test\\.ts$|^lib/operations/connecting/" },
      to: {
        path: "^lib/",
        pathNot:
          "^lib/($1|base|service|web/http|identity/actor|identity/auth)/|/(boards|contract|service\\.server)\\.ts$",
      },
    },
    {
      name: "interface-sees-no-server-code",
      comment: "What runs in the browser must not pull in the database, secrets or node.",
      severity: "error",
      from: { path: "^components/" },
      to: { path: "\\.server\\.tsx?$" },
    },
    {
      name: "routes-use-services",
      comment: "Routes and pages compose; the rules and the checks of who may do what live in services.",
      severity: "error",
      from: { path: "^(app|pages)/" },
      to: { path: "^lib/.*store\\.server\\.ts$" },
    },
    {
      name: "only-the-guard-makes-actors",
      comment: "An actor is proof of a check; whoever can make one can skip it.",
      severity: "error",
      from: { pathNot: "^lib/identity/(auth/guard|actor/system)\\.server\\.ts$" },
      to: { path: "^lib/identity/actor/make-actor\\.server\\.ts$" },
    },
    {
      name: "only-jobs-act-as-the-system",
      comment: "The system may do anything, so no request may act as it.",
      severity: "error",
      from: {
        pathNot:
          "^(lib/(history/(sync|queries)|alerting/(webhooks|alerts)|operations/(tasks|provisioning))/|scripts/|bench/|tests/|.*\\.test\\.ts$)",
      },
      to: { path: "^lib/identity/actor/system\\.server\\.ts$" },
    },
    {
      name: "charts-alone-know-recharts",
      comment: "One place to tame or replace the chart library.",
      severity: "error",
      from: { pathNot: "^components/charts/" },
      to: { path: "node_modules/recharts" },
    },
    {
      name: "links-ask-when-followed",
      comment:
        "A plain link of Next's asks the server for every page in view: thirty requests a page that nobody wants.",
      severity: "error",
      from: { pathNot: "^components/ui/link\\.tsx$" },
      to: { path: "node_modules/next/link" },
    },
    {
      name: "simulator-stands-alone",
      comment: "It plays the service: sharing code with us would hide our misunderstandings.",
      severity: "error",
      from: { path: "^simulator/" },
      to: { path: "^(lib|app|components|generated)/" },
    },
    {
      name: "lib-knows-no-pages",
      comment: "Data flows one way: rules, store, service, app.",
      severity: "error",
      from: { path: "^lib/" },
      to: { path: "^(app|pages|components)/" },
    },
    {
      name: "components-know-no-pages",
      comment: "Pages compose components; what both need stands in lib.",
      severity: "error",
      from: { path: "^components/" },
      to: { path: "^(app|pages)/" },
    },
    {
      name: "pure-files-stay-pure",
      comment:
        "A file without .server may run in the browser and in property tests: no node, no database, no secrets. Of actions the browser gets references alone.",
      severity: "error",
      from: { path: "^lib/", pathNot: `\\.server\\.ts$|\\.test\\.ts$|${ACTIONS}` },
      to: { path: "\\.server\\.tsx?$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "pure-files-use-no-node",
      comment: "The same, for node's own modules.",
      severity: "error",
      from: { path: "^lib/", pathNot: `\\.server\\.ts$|\\.test\\.ts$|${ACTIONS}` },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "not-to-tests",
      comment: "The program does not stand on its tests.",
      severity: "error",
      from: { path: "^(app|pages|components|lib|simulator)/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^tests/|\\.test\\.tsx?$" },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^\\.next/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["react-server", "import", "require", "node", "default"],
    },
  },
};
