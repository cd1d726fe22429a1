"use client";
import { useEffect, useRef, useState } from "react";

/** A pointer that rests this long reads no more: a page that is left alone stays current. */
const RESTING_MS = 15_000;

/** Whether somebody reads a list: the pointer moves in it. Spread `handlers` on its element. */
export function useReading() {
  const [isRead, setRead] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const stop = () => {
    clearTimeout(timer.current);
    setRead(false);
  };
  const move = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(stop, RESTING_MS);
    setRead(true);
  };
  return { isRead, handlers: { onPointerMove: move, onPointerLeave: stop } };
}
