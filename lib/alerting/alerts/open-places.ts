import { type AreaLimits, isOpen } from "@/lib/base/core/area-limits";
import type { AlertAction } from "./contract";

/** An act as somebody reads it who may see some control areas alone: of the places that it names only these. */
export function withOpenPlaces(act: AlertAction, within: AreaLimits): AlertAction {
  if (within === null || act.action !== "placed" || act.detail === null) return act;
  const { before, after } = act.detail;
  return { ...act, detail: { ...act.detail, before: open(before, within), after: open(after, within) } };
}

const open = (paths: unknown, within: AreaLimits) =>
  Array.isArray(paths) ? paths.filter((path) => typeof path === "string" && isOpen(within, path)) : [];
