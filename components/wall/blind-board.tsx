import { formatDuration, siteTime } from "@/lib/base/core/time";
import { fitText, innerWidth, widthOf } from "./measure";
import { Clock, SHOWN_LEVELS, useRoom, WallIcon } from "./parts";
import type { WallState } from "./runtime/wall-runtime";
import { levelVariants } from "./words";

/** The picture without contact: since when, with the last state in a box that does not look live. */
export function BlindBoard({ state }: { state: WallState }) {
  const room = useRoom();
  const { screen, snapshot, seenAt, contact, nextTryIn } = state;
  const zone = snapshot?.timeZone ?? screen.timeZone;
  const now = state.now === null ? null : new Date(state.now);
  const whole = innerWidth(room) - 6;
  const place = widthOf("Cannot see", "place") + 24 < whole ? "wall-place" : "wall-large";
  const hint = "Ask the office, or look inside";
  const next = nextTryIn === null ? "Trying" : nextTryIn === 0 ? "Trying now" : `Next try in ${nextTryIn} s`;
  const hasHint = widthOf(hint, "text") + widthOf("Next try in 00 s", "text") + 10 < whole;
  return (
    <div>
      <div className="wall-header">
        <span className="wall-title wall-grow">{fitText([screen.name], whole - 24, "title")}</span>
        <Clock now={contact === "clock" ? null : now} zone={zone} />
      </div>
      <div className="wall-middle">
        <div className={`${place} wall-word`} style={{ color: "var(--blind-text)" }}>
          <WallIcon name="blind" />
          Cannot see
        </div>
        <div className="wall-title" style={{ marginTop: "3.6vmin" }}>
          {fitText(reasonVariants(state, zone, now), whole, "title")}
        </div>
        <div className="wall-title wall-plain wall-soft" style={{ marginTop: "1.4vmin" }}>
          {fitText(ageVariants(seenAt, now), whole, "title")}
        </div>
      </div>
      {snapshot && seenAt !== null && <LastState state={state} zone={zone} now={now} whole={whole} />}
      <div className="wall-footer wall-text">
        <span className="wall-source">
          <WallIcon name="again" />
          {next}
        </span>
        {hasHint && <span className="wall-end">{hint}</span>}
      </div>
    </div>
  );
}

/** A past time; the current time may be unknown. */
const lastTime = (at: number, zone: string, now: Date | null) =>
  siteTime(new Date(at), zone, now ?? new Date(at));

function reasonVariants({ contact, seenAt }: WallState, zone: string, now: Date | null): string[] {
  if (contact === "clock") return ["The clock of this screen jumped", "The clock jumped"];
  if (seenAt === null) return ["No contact with Leafwatch yet", "No contact yet"];
  const at = lastTime(seenAt, zone, now);
  if (contact === "failing") return [`Leafwatch has no data since ${at}`, `No data since ${at}`];
  return [`No contact with Leafwatch since ${at}`, `No contact since ${at}`];
}

function ageVariants(seenAt: number | null, now: Date | null): string[] {
  const short = "Alerts may be missing";
  if (seenAt === null || now === null) return ["Alerts may be missing here.", short];
  const age = formatDuration(now.getTime() - seenAt);
  return [`${age}. Alerts may be missing here.`, `${age}. ${short}`, short];
}

function LastState(props: { state: WallState; zone: string; now: Date | null; whole: number }) {
  const { state, zone, now, whole } = props;
  const { snapshot, seenAt } = state;
  if (!snapshot || seenAt === null) return null;
  return (
    <div className="wall-box">
      <span className="wall-text" style={{ marginRight: "auto" }}>
        {fitText([`Last seen at ${lastTime(seenAt, zone, now)}, not live`], whole - 6, "text")}
      </span>
      {SHOWN_LEVELS.map((level) => (
        <span key={level} className="wall-text">
          {snapshot.counts[level]} {levelVariants(level, snapshot)[0]}
        </span>
      ))}
    </div>
  );
}
