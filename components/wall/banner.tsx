import { widthOf, wordsIn } from "./measure";
import type { View } from "./model";
import { WallIcon } from "./parts";
import { innerWidth, useRoom } from "./room";
import { bannerOf } from "./words";

/** Over everything: a source that can't be trusted. */
export function Banner({ view }: { view: View }) {
  const room = useRoom();
  const { snapshot, sources, now } = view;
  const banner = bannerOf(sources, snapshot.timeZone, now);
  if (!banner) return null;
  const whole = innerWidth(room) - 9;
  const hasAge =
    banner.age !== null && widthOf(banner.ways[0] ?? "", "title") + widthOf(banner.age, "text") + 3 < whole;
  return (
    <div className="wall-banner">
      <span className="wall-title wall-word">
        <WallIcon name="clock" />
        {wordsIn(banner.ways, hasAge ? whole - widthOf(banner.age ?? "", "text") - 3 : whole, "title")}
      </span>
      {hasAge && <span className="wall-text wall-end">{banner.age}</span>}
    </div>
  );
}
