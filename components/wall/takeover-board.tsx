"use client";
import { badgeWordOf } from "@/components/ui/alert-words";
import { useWords } from "@/components/words/words";
import type { WallAlert, WallEvidence } from "@/lib/display/wall/contract";
import type { ShownTakeover } from "@/lib/display/wall/turning";
import { WallChart } from "./chart";
import { fitNames, fitText, innerWidth, widthOf } from "./measure";
import { Footer, LevelIcon, Qr, useRoom } from "./parts";
import type { View } from "./runtime/model";
import { indexWord, newnessVariants, ownerVariants, placeWords } from "./words";

const QR = 26;

/** A new HIGH alert takes over the screen: its place, its index and its owner. */
export function TakeoverBoard({
  alert,
  shown,
  view,
}: {
  alert: WallAlert;
  shown: ShownTakeover;
  view: View;
}) {
  const words = useWords();
  const room = useRoom();
  const { snapshot, now } = view;
  const evidence = snapshot.evidence.find(({ alertId }) => alertId === alert.alertId);
  const place = placeWords(words, alert);
  const whole = innerWidth(room);
  const beside = alert.qr && !room.portrait ? QR + 4 : 0;
  const isLarge = widthOf(place.title, "place") <= whole - beside;
  const word = badgeWordOf(alert);
  const ages = newnessVariants(words, alert, now);
  const rest = whole - beside - 18;
  const letters = widthOf(word, "large") + widthOf(ages.at(-1) ?? "", "title") <= rest ? "large" : "title";
  const age = fitText(ages, rest - widthOf(word, letters), "title");
  return (
    <>
      <div className="wall-alarm">
        <div className="wall-grow">
          <div className="wall-row">
            <span className={`wall-${letters} wall-word`}>
              <LevelIcon level="high" inherit />
              {word}
            </span>
            <span className="wall-title wall-plain wall-end">{age}</span>
          </div>
          <div
            className={isLarge ? "wall-place" : "wall-large"}
            style={isLarge ? undefined : { marginTop: "2.6vmin" }}
          >
            {fitNames(words, [place.title], whole - beside, isLarge ? "place" : "large")}
          </div>
          <div className="wall-title" style={{ marginTop: "1.4vmin" }}>
            {fitNames(words, place.parents.length > 0 ? place.parents : [""], whole - beside, "title")}
          </div>
        </div>
        {alert.qr && !room.portrait && (
          <span style={{ marginLeft: "4vmin", alignSelf: "center" }}>
            <Qr qr={alert.qr} size={QR} />
          </span>
        )}
      </div>
      <div className="wall-columns" data-stacked={room.portrait || undefined}>
        <Facts alert={alert} evidence={evidence} view={view} />
        {evidence && <Chart evidence={evidence} zone={snapshot.timeZone} />}
      </div>
      <Footer
        view={view}
        end={shown.of > 1 ? words.t("wall.of", { number: shown.number, of: shown.of }) : ""}
        clock
      />
    </>
  );
}

function Facts({
  alert,
  evidence,
  view: { snapshot, now },
}: {
  alert: WallAlert;
  evidence: WallEvidence | undefined;
  view: View;
}) {
  const words = useWords();
  const { t, siteTime, formatIndexValue } = words;
  const room = useRoom();
  const zone = snapshot.timeZone;
  const width = room.portrait ? innerWidth(room) - (alert.qr ? QR + 4 : 0) : (innerWidth(room) - 5) / 2;
  const last = evidence?.last;
  const index = evidence?.index ?? "";
  const time = last ? siteTime(new Date(last.at), zone, now) : "";
  return (
    <div style={{ display: "flex", alignItems: "center" }}>
      <div className="wall-grow wall-lines">
        {last && evidence ? (
          <>
            <div className="wall-title">
              {fitText([`${indexWord(index)} ${formatIndexValue(last.value, index)}`], width, "title")}
            </div>
            <div className="wall-text wall-soft">
              {fitText(
                [t("wall.alerts.valueAt", { unit: evidence.unit, time }), t("wall.alerts.at", { time })],
                width,
                "text",
              )}
            </div>
            {evidence.dayBefore !== null && (
              <div className="wall-text">
                {fitText(
                  [t("wall.alerts.dayBefore", { value: formatIndexValue(evidence.dayBefore, index) })],
                  width,
                  "text",
                )}
              </div>
            )}
          </>
        ) : (
          <div className="wall-text">{fitText([t("wall.alerts.noReadings")], width, "text")}</div>
        )}
        <div className="wall-text">{fitText(ownerVariants(words, alert), width, "text")}</div>
      </div>
      {alert.qr && room.portrait && <Qr qr={alert.qr} size={QR} />}
    </div>
  );
}

function Chart({ evidence, zone }: { evidence: WallEvidence; zone: string }) {
  const room = useRoom();
  const line = evidence.lines.find(({ index }) => index === evidence.index);
  if (!line || line.t.length === 0) return null;
  const width = room.portrait ? innerWidth(room) : (innerWidth(room) - 5) / 2;
  return (
    <div style={{ display: "flex", alignItems: "center" }}>
      <WallChart
        line={line}
        light={evidence.lines.find((one) => one.index === "PPFD")}
        from={evidence.from}
        to={evidence.to}
        zone={zone}
        width={width}
        height={room.portrait ? 50 : 33}
        title={evidence.unit}
        marked
      />
    </div>
  );
}
