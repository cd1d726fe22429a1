"use client";
import { useTenant } from "@/components/shell/site-context";
import { LinkButton } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Menu } from "@/components/ui/menu";
import { callAddress } from "@/lib/api/client";
import { displayPath, isWithin } from "@/lib/core/paths";
import { exportMeasurements } from "@/lib/measurements/contract";
import type { Query } from "@/lib/queries/contract";
import { exportReadings } from "@/lib/series/contract";

/** The stored rows as files. A file is of one area (and one sensor), so that several are several files. */
export function CsvLinks({ query }: { query: Query }) {
  const tenant = useTenant();
  const files = filesOf(query, tenant);
  const [first] = files;
  if (!first) return null;
  if (files.length === 1)
    return (
      <LinkButton icon="download" href={first.href} prefetch={false} download>
        CSV
      </LinkButton>
    );
  return (
    <Menu
      label="Files"
      placement="bottom end"
      trigger={
        <button
          type="button"
          className="inline-flex h-control shrink-0 items-center gap-1.5 rounded-2 border border-control bg-surface px-3 text-sm font-medium text-ink-1 hover:bg-hover touch:h-target touch:text-base"
        >
          <Icon name="download" className="size-4 shrink-0" />
          CSV
          <Icon name="chevron-down" className="size-3.5 shrink-0 text-ink-3" />
        </button>
      }
      groups={[
        {
          id: "files",
          title: `${files.length} files, one for each`,
          entries: files.map(({ href, name }) => ({ id: href, label: name })),
        },
      ]}
      onAction={(href) => window.location.assign(href)}
    />
  );
}

type File = { name: string; href: string };

function filesOf(query: Query, tenant: string | undefined): File[] {
  const { from, to, jobId, indexNames, devices, controlAreaPathNames } = query.filters;
  const common = { tenant, jobId, from, to };
  const areas = withoutNested(controlAreaPathNames);
  if (query.type === "indices")
    return areas.map((area) => ({
      name: area === undefined ? "All areas" : displayPath(area),
      href: callAddress(exportReadings, { query: { ...common, area, index: indexNames } }),
    }));
  return areas.flatMap((area) =>
    (devices ?? [undefined]).map((device) => ({
      name: [area === undefined ? "All areas" : displayPath(area), device].filter(Boolean).join(", "),
      href: callAddress(exportMeasurements, { query: { ...common, area, device } }),
    })),
  );
}

/** An area that lies in another of them comes with that one. */
function withoutNested(paths: readonly string[] | undefined): (string | undefined)[] {
  if (!paths) return [undefined];
  return paths.filter((path) => !paths.some((other) => other !== path && isWithin(path, other)));
}
