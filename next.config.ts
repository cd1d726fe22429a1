import type { NextConfig } from "next";
import { SLUG_HEADER } from "./lib/base/request/site-path";

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  images: { unoptimized: true },
  // `npm test` checks types; a build on a farm's machine need not wait for that.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    authInterrupts: true,
    // Writing the cache takes a fifth of a build and 200 MB, and hardly anybody builds the same version twice.
    turbopackFileSystemCacheForBuild: false,
    // The longest form has some kilobytes. The proxy cuts longer bodies silently, so its limit has to be higher than that
    // of the actions.
    serverActions: { bodySizeLimit: "256kb" },
    proxyClientMaxBodySize: "1mb",
  },
  // Browsers validate nothing by schemas, and zod would be a tenth of their JavaScript.
  turbopack: {
    resolveAlias: {
      zod: { browser: "./lib/web/http/no-schemas.ts" },
      "victory-vendor/d3-scale": "./components/charts/recharts-shims/d3-scale.ts",
      "victory-vendor/d3-shape": "./components/charts/recharts-shims/d3-shape.ts",
      // Both contain all parsers of addresses; browsers would load them twice.
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
  // The webhook address is a pages API route: unbundled, `server-only` would throw there.
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
  // Removes a screen's token from the address before any page is rendered. The tenancy in an address is a header for its
  // page, set in proxy.ts; a rewrite there would be an external redirect if HOST is 127.0.0.1.
  async rewrites() {
    const slug = [{ type: "header" as const, key: SLUG_HEADER }];
    const token = [{ type: "query" as const, key: "token" }];
    return {
      beforeFiles: [
        { source: "/wall", has: token, destination: "/api/wall/enter" },
        { source: "/s/:slug/:path*", has: slug, destination: "/:path*" },
      ],
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
      // Gives a wall its own browser process, apart from its service worker, so that a hanging one can be replaced.
      {
        source: "/wall/:path*",
        headers: [{ key: "Cross-Origin-Embedder-Policy", value: "require-corp" }],
      },
      // For answers that Next makes itself, such as a 405. These headers override those of a route, so the stream of
      // events is left out.
      {
        source: "/api/v1/:path((?!events$|series$|wall/snapshot$).*)",
        headers: [{ key: "Cache-Control", value: "private, no-store" }],
      },
      // Charts and walls revalidate.
      { source: "/api/v1/series", headers: [{ key: "Cache-Control", value: "private, no-cache" }] },
      { source: "/api/v1/wall/snapshot", headers: [{ key: "Cache-Control", value: "private, no-cache" }] },
    ];
  },
};

export default config;
