"use client";
import { useWords } from "@/components/words/words";
import type { Words } from "@/lib/base/words/words";
import { fitText, innerWidth, widthOf } from "./measure";
import { Clock, SHOWN_LEVELS, useRoom, WallIcon } from "./parts";
import type { WallState } from "./runtime/wall-runtime";
import { levelVariants } from "./words";

/** The picture without contact: since when, with the last state in a box that does not look live. */
export function BlindBoard({ state }: { state: WallState }) {
  const words = useWords();
  const { t } = words;
  const room = useRoom();
  const { screen, snapshot, seenAt, contact, nextTryIn } = state;
  const zone = snapshot?.timeZone ?? screen.timeZone;
  const now = state.now === null ? null : new Date(state.now);
  const whole = innerWidth(room) - 6;
  const place = widthOf(t("wall.cannotSee"), "place") + 24 < whole ? "wall-place" : "wall-large";
  const hint = t("wall.blind.advice");
  const tryIn = (seconds: number) => t("freshness.lost.nextTry", { seconds });
  const hasHint = widthOf(hint, "text") + widthOf(tryIn(60), "text") + 10 < whole;
  return (
    <div>
      <div className="wall-header">
        <span className="wall-title wall-grow">{fitText([screen.name], whole - 24, "title")}</span>
        <Clock now={contact === "clock" ? null : now} zone={zone} />
      </div>
      <div className="wall-middle">
        <div className={`${place} wall-word`} style={{ color: "var(--blind-text)" }}>
          <WallIcon name="blind" />
          {t("wall.cannotSee")}
        </div>
        <div className="wall-title" style={{ marginTop: "3.6vmin" }}>
          {fitText(reasonVariants(words, state, zone, now), whole, "title")}
        </div>
        <div className="wall-title wall-plain wall-soft" style={{ marginTop: "1.4vmin" }}>
          {fitText(ageVariants(words, seenAt, now), whole, "title")}
        </div>
      </div>
      {snapshot && seenAt !== null && <LastState state={state} zone={zone} now={now} whole={whole} />}
      <div className="wall-footer wall-text">
        <span className="wall-source">
          <WallIcon name="again" />
          {tryIn(nextTryIn ?? 0)}
        </span>
        {hasHint && <span className="wall-end">{hint}</span>}
      </div>
    </div>
  );
}

/** A past time; the current time may be unknown. */
const lastTime = ({ siteTime }: Words, at: number, zone: string, now: Date | null) =>
  siteTime(new Date(at), zone, now ?? new Date(at));

function reasonVariants(
  words: Words,
  { contact, seenAt }: WallState,
  zone: string,
  now: Date | null,
): string[] {
  const { t } = words;
  if (contact === "clock") return [t("wall.blind.clock"), t("wall.blind.clockShort")];
  if (seenAt === null) return [t("wall.blind.never"), t("wall.blind.neverShort")];
  const time = lastTime(words, seenAt, zone, now);
  return contact === "failing"
    ? [t("wall.blind.noData", { time }), t("wall.blind.noDataShort", { time })]
    : [t("wall.blind.noContact", { time }), t("wall.blind.noContactShort", { time })];
}

function ageVariants({ t, formatDuration }: Words, seenAt: number | null, now: Date | null): string[] {
  const short = t("wall.banner.missing");
  if (seenAt === null || now === null) return [t("wall.blind.missing"), short];
  const length = formatDuration(now.getTime() - seenAt);
  return [t("wall.blind.age", { length }), t("wall.blind.ageShort", { length }), short];
}

function LastState(props: { state: WallState; zone: string; now: Date | null; whole: number }) {
  const words = useWords();
  const { t, formatCount } = words;
  const { state, zone, now, whole } = props;
  const { snapshot, seenAt } = state;
  if (!snapshot || seenAt === null) return null;
  return (
    <div className="wall-box">
      <span className="wall-text" style={{ marginRight: "auto" }}>
        {fitText([t("wall.blind.lastSeen", { time: lastTime(words, seenAt, zone, now) })], whole - 6, "text")}
      </span>
      {SHOWN_LEVELS.map((level) => (
        <span key={level} className="wall-text">
          {formatCount(snapshot.counts[level])} {levelVariants(level, snapshot)[0]}
        </span>
      ))}
    </div>
  );
}
