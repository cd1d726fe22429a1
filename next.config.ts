import type { NextConfig } from "next";

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  images: { unoptimized: true },
  // Types are checked by `npm test`; a build on a farm's machine need not wait for it.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    authInterrupts: true,
    // Writing it takes a fifth of a build and 200 MB, and hardly anybody builds the same twice.
    turbopackFileSystemCacheForBuild: false,
    // The longest form is some kilobytes. What stands before the actions cuts a body without a word, so that it must
    // let more through than they take.
    serverActions: { bodySizeLimit: "256kb" },
    proxyClientMaxBodySize: "1mb",
  },
  // Browsers check nothing by schemas, and zod would be a tenth of what they load.
  turbopack: {
    resolveAlias: {
      zod: { browser: "./lib/web/http/no-schemas.ts" },
      "victory-vendor/d3-scale": "./components/charts/recharts-shims/d3-scale.ts",
      "victory-vendor/d3-shape": "./components/charts/recharts-shims/d3-shape.ts",
      // Both have all parsers of addresses; browsers would load them twice.
      "nuqs/server": { browser: "nuqs" },
      "decimal.js-light": "./components/charts/recharts-shims/decimal.ts",
    },
    rules: {
      "*contract.ts": {
        condition: { all: ["browser", { not: "foreign" }] },
        loaders: ["./scripts/lib/contract-loader.mjs"],
        as: "*.js",
      },
    },
  },
  // The webhook address is an API route of the older kind: unbundled, `server-only` would refuse to be loaded there.
  bundlePagesRouterDependencies: true,
  serverExternalPackages: [
    "pg",
    "pg-copy-streams",
    "@node-rs/argon2",
    "graphile-worker",
    "pino",
    "prom-client",
    "nodemailer",
    "web-push",
  ],
  // A screen's token leaves the address at once, before a page is made of it.
  async rewrites() {
    const token = [{ type: "query" as const, key: "token" }];
    return {
      beforeFiles: [{ source: "/wall", has: token, destination: "/api/wall/enter" }],
      afterFiles: [],
      fallback: [],
    };
  },
  async headers() {
    return [
      {
        source: "/:path*",
        headers: [
          { key: "X-Content-Type-Options", value: "nosniff" },
          { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
          {
            key: "Permissions-Policy",
            value: "camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=()",
          },
          { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
          { key: "Cross-Origin-Resource-Policy", value: "same-origin" },
        ],
      },
      // A wall has a process of its own, apart from its service worker's: where it hangs, another can be begun.
      {
        source: "/wall/:path*",
        headers: [{ key: "Cross-Origin-Embedder-Policy", value: "require-corp" }],
      },
      // For answers that Next makes itself, such as a 405, and before what a route says; what a stream of events
      // says must stand.
      {
        source: "/api/v1/:path((?!events$|series$|wall/snapshot$).*)",
        headers: [{ key: "Cache-Control", value: "private, no-store" }],
      },
      // Charts and walls ask whether what they have still holds.
      { source: "/api/v1/series", headers: [{ key: "Cache-Control", value: "private, no-cache" }] },
      { source: "/api/v1/wall/snapshot", headers: [{ key: "Cache-Control", value: "private, no-cache" }] },
    ];
  },
};

export default config;
