"use client";
import { useCallback, useEffect, useState } from "react";
import { FaultLine } from "@/components/forms/form-parts";
import { useAction } from "@/components/forms/use-action";
import { WordButton } from "@/components/forms/word-button";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { said } from "@/components/ui/live-region";
import { Panel } from "@/components/ui/panel";
import { SiteTime, TimeWithAge } from "@/components/ui/time";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import { allowDevice, forgetDevice } from "@/lib/alerting/notices/actions";
import { type Device, type DeviceInput, MAX_FAILURES } from "@/lib/alerting/notices/contract";
import type { PlainKey } from "@/lib/base/words/messages";
import type { Words } from "@/lib/base/words/words";
import { deviceWords, needsHomeScreen } from "./device-words";
import { fingerprintOf } from "./keep-worker";

/** The devices that receive notices, and the state of this one. */
export function DevicePanel({
  devices,
  pushKey,
  isNext,
}: {
  devices: Device[];
  pushKey: string;
  /** Makes allowing this device the primary action. */
  isNext: boolean;
}) {
  const { t } = useWords();
  const here = useThisDevice(pushKey, devices);
  const { icon, text } = STATES[here.state];
  const [refused, setRefused] = useState<string | null>(null);
  const allowing = useAction(allowDevice, { said: t("notices.devices.allowed") });
  const forgetting = useAction(forgetDevice, { said: t("notices.devices.removed") });
  const start = async () => {
    setRefused(null);
    try {
      const device = await here.allow();
      if (device) allowing.submit(device);
    } catch {
      setRefused(t("notices.devices.noPushService"));
    }
  };
  const remove = async (device: Device) => {
    if (device.id === here.ownId) await here.forget().catch(() => undefined);
    forgetting.submit({ id: device.id });
  };
  return (
    <Panel title={t("notices.devices.title")} count={devices.length} footer={t("notices.devices.footer")}>
      {/* As high as for a device that gets none yet: which one this is, is known only after the page is drawn. */}
      <div className="grid min-h-30 content-start gap-3 px-4 py-3.5 sm:min-h-23">
        <p className="flex gap-2 text-sm text-ink-2" ref={said}>
          <Icon
            name={icon}
            className={`mt-px size-4 shrink-0 ${here.state === "on" ? "text-healthy" : "text-ink-3"}`}
          />
          <span>{t(text)}</span>
        </p>
        {here.state === "off" && (
          <div>
            <Button
              variant={isNext ? "primary" : "outline"}
              icon="bell"
              pending={allowing.pending}
              onClick={start}
            >
              {t("notices.devices.allow")}
            </Button>
          </div>
        )}
        {refused && (
          <p role="alert" className="text-sm font-medium">
            {refused}
          </p>
        )}
        <FaultLine fault={allowing.fault ?? forgetting.fault} />
      </div>
      {devices.length > 0 && (
        <ul className="border-t border-hairline">
          {devices.map((device) => (
            <DeviceLine
              key={device.id}
              device={device}
              isHere={device.id === here.ownId}
              pending={forgetting.pending}
              onRemove={() => remove(device)}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

const STATES = {
  checking: { icon: "clock", text: "notices.devices.state.checking" },
  on: { icon: "ok", text: "notices.devices.state.on" },
  off: { icon: "bell", text: "notices.devices.state.off" },
  denied: { icon: "failed", text: "notices.devices.state.denied" },
  unsupported: { icon: "failed", text: "notices.devices.state.unsupported" },
  "home-screen": { icon: "failed", text: "notices.devices.state.homeScreen" },
  insecure: { icon: "failed", text: "notices.devices.state.insecure" },
} as const satisfies Record<DeviceState, { icon: "clock" | "ok" | "bell" | "failed"; text: PlainKey }>;

function DeviceLine({
  device,
  isHere,
  pending,
  onRemove,
}: {
  device: Device;
  isHere: boolean;
  pending: boolean;
  onRemove: () => void;
}) {
  const words = useWords();
  const { t } = words;
  const { failures } = device;
  const name = isHere ? t("notices.devices.thisOne", { device: device.device }) : device.device;
  return (
    <li className="flex items-center gap-3 border-b border-hairline px-4 py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1">
        <p className="font-strong wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-3">
          {device.lastSentAt
            ? rich(words, "notices.devices.lastSent", { time: <TimeWithAge at={device.lastSentAt} /> })
            : rich(words, "notices.devices.nothingSent", { time: <SiteTime at={device.createdAt} /> })}
        </p>
        {failures > 0 && (
          <p className="text-sm text-ink-2">
            {failures >= MAX_FAILURES
              ? t("notices.devices.givenUp")
              : t("notices.devices.failed", { count: failures })}
          </p>
        )}
      </div>
      <WordButton
        label={t("notices.devices.removeOf", { device: name })}
        disabled={pending}
        onClick={onRemove}
      >
        {t("notices.devices.remove")}
      </WordButton>
    </li>
  );
}

/** The state of this browser. Only `off` and `on` can be changed here. */
type DeviceState = "checking" | "insecure" | "home-screen" | "unsupported" | "denied" | "off" | "on";

/** This browser as a device for notices. */
function useThisDevice(pushKey: string, devices: readonly Device[]) {
  const words = useWords();
  const [state, setState] = useState<DeviceState>("checking");
  const [ownId, setOwnId] = useState<number | null>(null);
  const refresh = useCallback(async () => {
    const able = ability();
    if (able !== "able") return setState(able);
    const subscription = await (await worker()).pushManager.getSubscription();
    const print = subscription && (await fingerprintOf(subscription.endpoint));
    const own = devices.find(({ fingerprint }) => fingerprint === print);
    setOwnId(own?.id ?? null);
    setState(own ? "on" : "off");
  }, [devices]);
  useEffect(() => {
    refresh().catch(() => setState("unsupported"));
  }, [refresh]);
  /** Asks for permission and subscribes; null if the person or the browser refuses. */
  const allow = async (): Promise<DeviceInput | null> => {
    if ((await Notification.requestPermission()) !== "granted") {
      setState(ability() === "denied" ? "denied" : "off");
      return null;
    }
    return subscribe(words, pushKey);
  };
  /** Unsubscribes this browser, even if the server does not answer. */
  const forget = async () => {
    const subscription = await (await worker()).pushManager.getSubscription();
    await subscription?.unsubscribe();
  };
  return { state, ownId, allow, forget };
}

function ability(): Exclude<DeviceState, "checking" | "off" | "on"> | "able" {
  if (!window.isSecureContext) return "insecure";
  const standsAlone = window.matchMedia("(display-mode: standalone)").matches;
  const can = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!can && !standsAlone && needsHomeScreen(navigator.userAgent, navigator.maxTouchPoints))
    return "home-screen";
  if (!can) return "unsupported";
  return Notification.permission === "denied" ? "denied" : "able";
}

async function worker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register("/sw.js");
  return navigator.serviceWorker.ready;
}

async function subscribe(words: Words, pushKey: string): Promise<DeviceInput> {
  const { pushManager } = await worker();
  const before = await pushManager.getSubscription();
  // A subscription for another key would receive nothing from this server.
  if (before && keyOf(before) !== pushKey) await before.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
  const { endpoint, keys } = subscription.toJSON();
  return {
    endpoint: endpoint ?? "",
    p256dh: keys?.p256dh ?? "",
    auth: keys?.auth ?? "",
    device: deviceWords(words, navigator.userAgent),
  };
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
