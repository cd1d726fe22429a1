// Loaded before dependency-cruiser: it reads every file as plain TypeScript, in which JSX is a fault.

import { createRequire } from "node:module";

const swc = createRequire(import.meta.url)("@swc/core");
const parse = swc.parseFileSync;

/**
 * @param {string} file
 * @param {object} options
 */
swc.parseFileSync = (file, options) => parse(file, { ...options, tsx: file.endsWith(".tsx") });
