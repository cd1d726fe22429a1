import "server-only";
import type { SearchParams } from "nuqs/server";
import { AreaView } from "@/components/areas/area-view";
import { onlyRoot } from "@/components/areas/only-root";
import { NotConnectedPage } from "@/components/shell/not-connected";
import { overviewOf } from "@/lib/areas/service.server";
import { currentTenancy } from "../current-tenancy.server";
import { AreaChartData } from "./area-chart-data.server";

type Props = { path: string | null; searchParams: Promise<SearchParams> };

/** One area (null: the sites, or the only one) with its charts; the layout around it has read the tree. */
export async function AreasPageContent({ path, searchParams }: Props) {
  const { actor, tenancy } = await currentTenancy();
  if (!tenancy)
    return (
      <NotConnectedPage label="Areas" isAdmin={actor.role === "admin"}>
        Areas come with the first readings of a tenancy.
      </NotConnectedPage>
    );
  const shown = path ?? onlyRoot((await overviewOf(actor, { tenant: tenancy.tenantId })).items);
  const view = <AreaView tenant={tenancy.tenantId} path={path} />;
  return shown === null ? (
    view
  ) : (
    <AreaChartData {...{ actor, tenancy, searchParams }} path={shown}>
      {view}
    </AreaChartData>
  );
}
