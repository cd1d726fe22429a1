"use client";
import { useCallback, useEffect, useState } from "react";
import type { Device, DeviceInput } from "@/lib/alerting/notices/contract";
import { deviceWords, needsHomeScreen } from "./device-words";
import { fingerprintOf } from "./fingerprint";

/** Whether this browser takes notices; `off` and `on` can be changed here, the others need another step. */
export type DeviceState = "checking" | "insecure" | "home-screen" | "unsupported" | "denied" | "off" | "on";

/** This browser as a device that notices can be sent to. */
export function useThisDevice(pushKey: string, devices: readonly Device[]) {
  const [state, setState] = useState<DeviceState>("checking");
  const [ownId, setOwnId] = useState<number | null>(null);
  const look = useCallback(async () => {
    const able = ability();
    if (able !== "able") return setState(able);
    const subscription = await (await worker()).pushManager.getSubscription();
    const print = subscription && (await fingerprintOf(subscription.endpoint));
    const own = devices.find(({ fingerprint }) => fingerprint === print);
    setOwnId(own?.id ?? null);
    setState(own ? "on" : "off");
  }, [devices]);
  useEffect(() => {
    look().catch(() => setState("unsupported"));
  }, [look]);
  /** Asks the browser's leave and subscribes; null when the person or the browser refuses. */
  const allow = async (): Promise<DeviceInput | null> => {
    const leave = await Notification.requestPermission();
    if (leave !== "granted") {
      setState(ability() === "denied" ? "denied" : "off");
      return null;
    }
    return subscribe(pushKey);
  };
  /** Takes no notices any more, whatever the server does. */
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

async function subscribe(pushKey: string): Promise<DeviceInput> {
  const { pushManager } = await worker();
  const before = await pushManager.getSubscription();
  // Bound to another key, it would take nothing from this server.
  if (before && keyOf(before) !== pushKey) await before.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
  const { endpoint, keys } = subscription.toJSON();
  return {
    endpoint: endpoint ?? "",
    p256dh: keys?.p256dh ?? "",
    auth: keys?.auth ?? "",
    device: deviceWords(navigator.userAgent),
  };
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
