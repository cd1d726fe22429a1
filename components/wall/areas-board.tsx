"use client";
import { sparkDomain } from "@/components/charts/spark-shape";
import { useWords } from "@/components/words/words";
import { segmentsOf } from "@/lib/base/core/paths";
import type { Words } from "@/lib/base/words/words";
import type { WallArea } from "@/lib/display/wall/contract";
import { gridOf, type Page } from "@/lib/display/wall/pages";
import { hourlyPoints } from "./chart-shape";
import { tileRoom } from "./measure";
import { Banner, Footer, Header, useRoom } from "./parts";
import { areaState, type View } from "./runtime/model";
import { Tile } from "./tile";

/** Tiles of at most twelve areas of one place. */
export function AreasBoard({ page, view }: { page: Extract<Page, { kind: "areas" }>; view: View }) {
  const words = useWords();
  const room = useRoom();
  const grid = gridOf(page.tiles.length, room.portrait);
  const domain = sparkDomain(page.tiles.map(({ spark }) => hourlyPoints(spark ?? [])));
  const names = page.tiles.map(({ name }) => name);
  // Only the tiles of healthy areas show the light of yesterday.
  const isLit = (area: WallArea) => area.light !== null && areaState(area, view) === "healthy";
  const tall = (room.portrait ? 140 : 77) / grid.rows > 30;
  return (
    <>
      <Banner view={view} />
      <Header names={page.place === null ? [view.snapshot.name] : segmentsOf(page.place)} view={view} />
      <div
        className="wall-grid"
        style={{
          gridTemplateColumns: `repeat(${grid.columns}, minmax(0, 1fr))`,
          gridTemplateRows: `repeat(${grid.rows}, minmax(0, 1fr))`,
        }}
      >
        {page.tiles.map((area) => (
          <Tile
            key={area.path}
            area={area}
            view={view}
            place={page.place}
            others={names}
            room={tileRoom(room, grid)}
            tall={tall}
            domain={domain}
          />
        ))}
      </div>
      <Footer view={view} end={pageLabel(words, page)} hasLight={!tall && page.tiles.some(isLit)} />
    </>
  );
}

function pageLabel({ t }: Words, page: Extract<Page, { kind: "areas" }>): string {
  const { number, of, worstOf, tiles } = page;
  if (of > 1)
    return worstOf === null
      ? t("wall.page", { number, of })
      : t("wall.areas.pageOfWorst", { number, of, all: worstOf });
  return worstOf === null ? "" : t("wall.areas.worst", { shown: tiles.length, all: worstOf });
}
