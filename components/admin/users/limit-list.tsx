"use client";
import { useWords } from "@/components/words/words";
import { displayPath } from "@/lib/base/core/paths";
import type { AreaLimit } from "@/lib/identity/actor/contract";
import type { Tenancies } from "../screens/screen-form";

const MAX_NAMED = 3;

/** The control areas that a user or a token is limited to. */
export function LimitList({ areas, tenancies }: { areas: readonly AreaLimit[]; tenancies: Tenancies }) {
  const { t } = useWords();
  const nameOf = (tenantId: string) => tenancies.find((one) => one.tenantId === tenantId)?.name ?? tenantId;
  const textOf = ({ tenantId, path }: AreaLimit) => {
    if (path === null) return t("admin.users.areas.wholeOf", { site: nameOf(tenantId) });
    if (tenancies.length === 1) return displayPath(path);
    return t("admin.users.areas.of", { site: nameOf(tenantId), area: displayPath(path) });
  };
  const more = areas.length - MAX_NAMED;
  return (
    <ul aria-label={t("admin.users.areas.mayView")} className="text-ink-3">
      {areas.slice(0, MAX_NAMED).map((area) => (
        <li key={`${area.tenantId}#${area.path}`} className="wrap-anywhere">
          {textOf(area)}
        </li>
      ))}
      {more > 0 && (
        <li title={areas.slice(MAX_NAMED).map(textOf).join(", ")}>
          {t("admin.users.areas.more", { count: more })}
        </li>
      )}
      {areas.length === 0 && <li>{t("admin.users.areas.noneChosen")}</li>}
    </ul>
  );
}
