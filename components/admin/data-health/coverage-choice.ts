import { parseAsStringLiteral } from "nuqs/server";
import { INDICES } from "@/lib/base/core/indices";

/**
 * What the address of the page says about the coverage: of which days, of one index or of the fluorescence
 * measurements (without a choice: of all indices), and how it is shown. It holds for each tenancy of the page.
 */
export const COVERAGE_CHOICE = {
  index: parseAsStringLiteral([...INDICES, "chf"]),
  days: parseAsStringLiteral(["30", "90"]).withDefault("30"),
  view: parseAsStringLiteral(["strips", "table"]).withDefault("strips"),
};
