import { levelWords, type SeverityLevel } from "@/components/ui/severity";
import type { TreeArea } from "@/lib/farm/areas/contract";

/** A count of a row of the tree in words: `CRITICAL 2, 1 not acknowledged`. */
export function countWords(
  level: SeverityLevel,
  item: Pick<TreeArea, "severities" | "plants" | "waiting">,
): string {
  const [open, waiting] = [item.severities[level], item.waiting[level]];
  const words = `${levelWords(level, item.severities, item.plants).join(", ")} ${open}`;
  if (waiting === open) return words;
  return `${words}, ${waiting === 0 ? "acknowledged" : `${waiting} not acknowledged`}`;
}
