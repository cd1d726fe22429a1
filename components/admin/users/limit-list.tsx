import { displayPath } from "@/lib/base/core/paths";
import type { AreaLimit } from "@/lib/identity/actor/contract";
import type { Tenancies } from "../screens/screen-form";

const MAX_NAMED = 3;

/** The control areas that a user or a token is limited to. */
export function LimitList({ areas, tenancies }: { areas: readonly AreaLimit[]; tenancies: Tenancies }) {
  const nameOf = (tenantId: string) => tenancies.find((one) => one.tenantId === tenantId)?.name ?? tenantId;
  const words = ({ tenantId, path }: AreaLimit) => {
    if (path === null) return `${nameOf(tenantId)}: whole site`;
    return tenancies.length > 1 ? `${nameOf(tenantId)}: ${displayPath(path)}` : displayPath(path);
  };
  const more = areas.length - MAX_NAMED;
  return (
    <ul aria-label="May see" className="text-ink-3">
      {areas.slice(0, MAX_NAMED).map((area) => (
        <li key={`${area.tenantId}#${area.path}`} className="wrap-anywhere">
          {words(area)}
        </li>
      ))}
      {more > 0 && <li title={areas.slice(MAX_NAMED).map(words).join(", ")}>and {more} more</li>}
      {areas.length === 0 && <li>no control area</li>}
    </ul>
  );
}
