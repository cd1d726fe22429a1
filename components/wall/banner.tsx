import { widthOf, wordsIn } from "./measure";
import type { View } from "./model";
import { WallIcon } from "./parts";
import { innerWidth, useRoom } from "./room";
import { bannerOf } from "./words";

/** Over everything: a source that can't be trusted, and since when; upright, in two lines. */
export function Banner({ view }: { view: View }) {
  const room = useRoom();
  const { snapshot, sources, now } = view;
  const banner = bannerOf(sources, snapshot.timeZone, now);
  if (!banner) return null;
  const whole = innerWidth(room) - 9;
  const longest = widthOf(banner.ways[0] ?? "", "title");
  const isLong = longest <= whole;
  const hasAge = isLong && banner.age !== null && longest + widthOf(banner.age, "text") + 3 < whole;
  return (
    <div className="wall-banner" data-lines={isLong ? 1 : 2}>
      <span className="wall-title wall-word">
        <WallIcon name="clock" />
        {wordsIn(banner.ways, whole, "title")}
      </span>
      {hasAge && <span className="wall-text wall-end">{banner.age}</span>}
      {!isLong && <span className="wall-text wall-below">{wordsIn([banner.below], whole, "text")}</span>}
    </div>
  );
}
