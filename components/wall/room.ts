import { createContext, useContext } from "react";
import type { Grid } from "@/lib/display/wall/grid";

/** How large the screen is, in vmin: 178 by 100 where it lies, 100 by 178 where it stands. */
export type Room = { width: number; height: number; portrait: boolean };

/** The measures of design.md "Wall", in vmin; wall.css has the same. */
export const MARGIN = 4.4;
export const GAP = 1.7;
export const TILE_PADDING = 2.2;

export const RoomContext = createContext<Room>({ width: 177.8, height: 100, portrait: false });

/** What there is to draw on. */
export const useRoom = () => useContext(RoomContext);

export const innerWidth = ({ width }: Room) => width - 2 * MARGIN;

/** The width of the text in a tile of a grid. */
export function tileRoom(room: Room, { columns }: Grid): number {
  return (innerWidth(room) - GAP * (columns - 1)) / columns - 2 * TILE_PADDING;
}
