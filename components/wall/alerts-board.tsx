"use client";
import { badgeWordOf, kindKey, levelOf } from "@/components/ui/alert-words";
import { useWords } from "@/components/words/words";
import { segmentsOf } from "@/lib/base/core/paths";
import { capital } from "@/lib/base/core/text";
import type { Words } from "@/lib/base/words/words";
import { DOUBT_WORDS, judgeQuiet, QUIET_TITLES } from "@/lib/display/freshness/judge";
import type { WallAlert } from "@/lib/display/wall/contract";
import { joinNames } from "@/lib/display/wall/look";
import { ALERTS_PER_PAGE, type Page } from "@/lib/display/wall/pages";
import { fitNames, fitText, fitTitleOrText, innerWidth, type Room, TILE_PADDING, widthOf } from "./measure";
import { Banner, Footer, Header, LevelIcon, Qr, useRoom, WallIcon } from "./parts";
import type { View } from "./runtime/model";
import { heldVariants, ownerVariants, placeWords } from "./words";

type AlertsPage = Extract<Page, { kind: "alerts" }>;

const SEVERITY = 43;
const QR = 14;
const GAP = 3;

/** The open alerts, worst first, each with its place, duration and owner. */
export function AlertsBoard({ page, view }: { page: AlertsPage; view: View }) {
  const words = useWords();
  const room = useRoom();
  const { now } = view;
  const names = page.path === null ? [words.t("wall.alerts.title")] : segmentsOf(page.path);
  return (
    <>
      <Banner view={view} />
      <Header names={names} view={view} />
      {page.alerts.length === 0 ? (
        <NoneOpen view={view} />
      ) : (
        <div
          className="wall-grid"
          style={{ gridTemplateRows: `repeat(${rowCount(page, room)}, minmax(0, 1fr))` }}
        >
          {page.alerts.map((alert) => (
            <AlertLine key={alert.alertId} alert={alert} now={now} />
          ))}
        </div>
      )}
      <Footer view={view} end={pageLabel(words, page)} />
    </>
  );
}

const MIN_ROWS = 3;

/** All pages have rows of one height; a single page has at least three rows, so that few alerts are not enlarged. */
function rowCount({ of, alerts }: AlertsPage, { portrait }: Room): number {
  if (of > 1) return ALERTS_PER_PAGE[portrait ? "portrait" : "landscape"];
  return Math.max(MIN_ROWS, alerts.length);
}

function pageLabel({ t }: Words, { number, of, open, alerts }: AlertsPage): string {
  if (of > 1) return t("wall.page", { number, of });
  return open > alerts.length ? t("wall.alerts.worst", { shown: alerts.length, open }) : "";
}

function AlertLine({ alert, now }: { alert: WallAlert; now: Date }) {
  const words = useWords();
  const room = useRoom();
  const level = levelOf(alert);
  const place = placeWords(words, alert);
  const whole = innerWidth(room) - 2 * TILE_PADDING - (alert.qr ? QR + GAP : 0);
  const rest = room.portrait ? whole : whole - SEVERITY - GAP;
  const kind = words.t(kindKey(alert));
  const full = words.t("wall.alerts.titleOf", { place: place.title, kind });
  // A whole name in smaller type says more than a part of it.
  const title = fitTitleOrText([widthOf(full, "title") <= rest ? full : place.title], rest);
  const since = heldVariants(words, alert, now);
  const severity = (
    <>
      <span className="wall-title wall-word wall-state">
        <LevelIcon level={level} inherit={level === "high"} />
        {fitText([badgeWordOf(alert)], (room.portrait ? whole : SEVERITY) - 7, "title")}
      </span>
      <div className="wall-text wall-plain">{fitText(since, SEVERITY, "text")}</div>
    </>
  );
  const where = (
    <>
      <div className={`wall-${title.type}`}>{title.words}</div>
      <div className="wall-text wall-plain">{secondLine(words, alert, place.parents, rest)}</div>
    </>
  );
  return (
    <div className="wall-tile wall-alert" data-state={level}>
      {room.portrait ? (
        <div className="wall-grow">
          {where}
          <div className="wall-row wall-text">
            <span className="wall-word wall-state">
              <LevelIcon level={level} inherit={level === "high"} />
              {fitText(
                [...since.map((length) => `${badgeWordOf(alert)} ${length}`), badgeWordOf(alert)],
                whole - 6,
                "text",
              )}
            </span>
          </div>
        </div>
      ) : (
        <>
          <div className="wall-severity">{severity}</div>
          <div className="wall-grow">{where}</div>
        </>
      )}
      {alert.qr && <Qr qr={alert.qr} size={QR} />}
    </div>
  );
}

/** The parents and the owner, of which the parents are dropped first; or that the alert probably recovered. */
function secondLine(words: Words, alert: WallAlert, parents: readonly string[], room: number): string {
  const { t } = words;
  if (alert.recovery && alert.recoveryConfirmedAt === null)
    return fitText([t("wall.alerts.recovered"), t("wall.alerts.recoveredShort")], room, "text");
  const who = ownerVariants(words, alert);
  const shortest = who.at(-1) ?? "";
  const variants = parents.flatMap((_, from) =>
    who.map((text) => `${joinNames(parents.slice(from))} · ${text}`),
  );
  const fitting = variants.find((text) => widthOf(text, "text") <= room);
  return fitting ?? fitNames(words, [shortest], room, "text");
}

/** Says that no alert is open, or why that cannot be known. */
function NoneOpen({ view }: { view: View }) {
  const { t } = useWords();
  const room = useRoom();
  const quiet = judgeQuiet({ ...view.sources, outages: view.snapshot.outages });
  const [doubt] = quiet.doubts;
  const isQuiet = quiet.state === "quiet";
  return (
    <div className="wall-middle">
      <div className="wall-title wall-word" style={{ color: isQuiet ? undefined : "var(--stale-text)" }}>
        <span style={{ color: isQuiet ? "var(--healthy)" : undefined, display: "inline-flex" }}>
          <WallIcon name={isQuiet ? "ok" : "clock"} />
        </span>
        {fitText([t(QUIET_TITLES[quiet.state]), t("wall.alerts.noneKnown")], innerWidth(room) - 8, "title")}
      </div>
      {doubt && (
        <p className="wall-text wall-soft wall-wrap" style={{ marginTop: "2.4vmin" }}>
          {capital(t(DOUBT_WORDS[doubt]))}
        </p>
      )}
    </div>
  );
}
