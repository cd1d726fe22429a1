"use client";

import "./wall.css";
import {
  Component,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { useWords } from "@/components/words/words";
import type { Board } from "@/lib/display/screens/boards";
import type { ScreenConfig } from "@/lib/display/screens/contract";
import type { Page } from "@/lib/display/wall/pages";
import { AlertsBoard } from "./alerts-board";
import { AreasBoard } from "./areas-board";
import { BlindBoard } from "./blind-board";
import { FocusBoard } from "./focus-board";
import { fitText, forgetWidths, type Room } from "./measure";
import { NowBoard } from "./now-board";
import { RoomContext } from "./parts";
import { keepAwake, reloadOnce } from "./runtime/device";
import { judgeSources, openHighAlerts, type View } from "./runtime/model";
import { cachePage, reportAlive } from "./runtime/service-worker";
import { WallRuntime, type WallState } from "./runtime/wall-runtime";
import { TakeoverBoard } from "./takeover-board";

const FADE_MS = 320;
const AFTER_ERROR_MS = 10_000;
const ERROR_RELOAD_MS = 60_000;

type Props = {
  screen: ScreenConfig;
  /** The build that rendered this page. */
  version: string;
  /** The boards named in the page's address, shown instead of the screen's own. */
  only?: Board[] | undefined;
  /** A signed-in person previews a screen: it sends no reports and stores nothing. */
  preview?: boolean;
};

/** A screen on a wall, which shows its boards in turn, unattended for weeks. */
export function Wall(props: Props) {
  return (
    <Boundary>
      <RunningWall {...props} />
    </Boundary>
  );
}

function RunningWall({ screen, version, only, preview = false }: Props) {
  const [runtime, setRuntime] = useState<WallRuntime | null>(null);
  // Only the first props count: later settings come with the answers to reports.
  const first = useRef({ screen, version, only, preview });
  useEffect(() => {
    const started = new WallRuntime(first.current);
    started.start();
    setRuntime(started);
    const ends = first.current.preview ? [] : [keepAwake(), reportAlive(), cachePage()];
    return () => {
      started.stop();
      for (const end of ends) end();
    };
  }, []);
  return runtime ? <Pictures runtime={runtime} /> : <div className="wall" data-theme="wall" />;
}

function Pictures({ runtime }: { runtime: WallRuntime }) {
  const state = useSyncExternalStore(runtime.subscribe, runtime.getState, runtime.getState);
  const room = useScreenRoom();
  useLayoutEffect(() => {
    runtime.painted(state);
  }, [runtime, state]);
  if (state.dark) return <div className="wall" data-theme="wall" />;
  const { x, y } = state.shift;
  return (
    <RoomContext value={room}>
      <main
        className="wall"
        data-theme="wall"
        data-night={state.night || undefined}
        data-contact={state.contact}
      >
        <div className="wall-shifted" style={{ transform: `translate(${x}px, ${y}px)` }}>
          <CrossFade picture={drawPicture(state)} />
          {state.identify && <Identify screen={state.screen} room={room} />}
        </div>
      </main>
    </RoomContext>
  );
}

type Picture = { id: string; className: string; content: ReactNode };

function drawPicture(state: WallState): Picture {
  const { snapshot, contact, page, takeover } = state;
  if (contact === "waiting") return { id: "waiting", className: "", content: <Waiting state={state} /> };
  if (contact !== "seen" || !snapshot)
    return { id: "blind", className: "wall-blind", content: <BlindBoard state={state} /> };
  const now = new Date(state.now ?? Date.parse(snapshot.at));
  const view: View = { snapshot, sources: judgeSources(snapshot, now), now };
  const alert = takeover && openHighAlerts(snapshot).find(({ alertId }) => alertId === takeover.alertId);
  if (alert && takeover)
    return {
      id: `takeover ${alert.alertId}`,
      className: "",
      content: <TakeoverBoard alert={alert} shown={takeover} view={view} />,
    };
  return { id: page?.id ?? "now", className: "", content: <PageBoard page={page} view={view} /> };
}

function PageBoard({ page, view }: { page: Page | null; view: View }) {
  if (page?.kind === "alerts") return <AlertsBoard page={page} view={view} />;
  if (page?.kind === "areas") return <AreasBoard page={page} view={view} />;
  if (page?.kind === "area") return <FocusBoard focus={page.focus} view={view} />;
  return <NowBoard view={view} />;
}

/** The previous picture fades out above the new one. */
function CrossFade({ picture }: { picture: Picture }) {
  const last = useRef(picture);
  const [leaving, setLeaving] = useState<Picture | null>(null);
  useLayoutEffect(() => {
    if (last.current.id !== picture.id) setLeaving(last.current);
    last.current = picture;
  }, [picture]);
  useEffect(() => {
    if (!leaving) return;
    const timer = setTimeout(() => setLeaving(null), FADE_MS);
    return () => clearTimeout(timer);
  }, [leaving]);
  return (
    <>
      <div key={picture.id} className={`wall-picture ${picture.className}`} data-picture={picture.id}>
        {picture.content}
      </div>
      {leaving && leaving.id !== picture.id && (
        <div key={leaving.id} className={`wall-picture wall-leaving ${leaving.className}`} aria-hidden="true">
          {leaving.content}
        </div>
      )}
    </>
  );
}

function Waiting({ state: { screen } }: { state: WallState }) {
  const { t } = useWords();
  return (
    <div className="wall-middle">
      <div className="wall-title">{screen.name}</div>
      <div className="wall-title wall-plain wall-soft">{t("wall.looking")}</div>
    </div>
  );
}

function Identify({ screen, room }: { screen: ScreenConfig; room: Room }) {
  const width = room.width - 16;
  return (
    <div className="wall-picture wall-identify">
      <div className="wall-large">{fitText([screen.name], width, "large")}</div>
      {screen.place !== null && (
        <div className="wall-title wall-soft" style={{ marginTop: "3vmin" }}>
          {fitText([screen.place], width, "title")}
        </div>
      )}
    </div>
  );
}

/** The size of the screen in vmin; read again once the fonts are loaded. */
function useScreenRoom(): Room {
  const [room, setRoom] = useState(readRoom);
  useEffect(() => {
    let gone = false;
    const take = () => setRoom(readRoom());
    addEventListener("resize", take);
    void document.fonts?.ready.then(() => {
      if (gone) return;
      forgetWidths();
      take();
    });
    return () => {
      gone = true;
      removeEventListener("resize", take);
    };
  }, []);
  return room;
}

function readRoom(): Room {
  const vmin = Math.min(innerWidth, innerHeight) / 100;
  return { width: innerWidth / vmin, height: innerHeight / vmin, portrait: innerHeight > innerWidth };
}

/** Shows that drawing failed, and reloads the page after ten seconds. */
class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  #timer: ReturnType<typeof setInterval> | undefined;

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(): void {
    clearInterval(this.#timer);
    this.#timer = setInterval(() => reloadOnce("error", ERROR_RELOAD_MS), AFTER_ERROR_MS);
  }

  override componentWillUnmount(): void {
    clearInterval(this.#timer);
  }

  override render() {
    return this.state.failed ? <Failed /> : this.props.children;
  }
}

function Failed() {
  const { t } = useWords();
  return (
    <div className="wall" data-theme="wall">
      <div className="wall-picture wall-blind">
        <div>
          <div className="wall-middle">
            <div className="wall-large" style={{ color: "var(--blind-text)" }}>
              {t("wall.cannotSee")}
            </div>
            <div className="wall-title wall-wrap">{t("wall.failed")}</div>
          </div>
        </div>
      </div>
    </div>
  );
}
