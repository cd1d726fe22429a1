"use client";
import {
  createContext,
  lazy,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Opened } from "@/components/ui/dialog";
import { undoLastAct } from "@/components/ui/toast";
import { chooseShortcuts } from "@/lib/web/preferences/actions";

const KeyboardHelp = lazy(async () => ({ default: (await import("./keyboard-help")).KeyboardHelp }));

type Shortcuts = {
  enabled: boolean;
  setEnabled: (enabled: boolean) => void;
  openHelp: () => void;
};

const ShortcutsContext = createContext<Shortcuts | null>(null);

export function useShortcutSettings(): Shortcuts {
  const settings = useContext(ShortcutsContext);
  if (!settings) throw new Error("No ShortcutsProvider");
  return settings;
}

/** Single keys can be switched off, which a cookie remembers; `?` opens the list of all. */
export function ShortcutsProvider({
  initiallyEnabled,
  children,
}: {
  initiallyEnabled: boolean;
  children: ReactNode;
}) {
  const [enabled, keep] = useState(initiallyEnabled);
  const [helpOpen, setHelpOpen] = useState(false);
  const setEnabled = useCallback((next: boolean) => {
    keep(next);
    void chooseShortcuts(next);
  }, []);
  const openHelp = useCallback(() => setHelpOpen(true), []);
  const value = useMemo(() => ({ enabled, setEnabled, openHelp }), [enabled, setEnabled, openHelp]);
  return (
    <ShortcutsContext value={value}>
      {children}
      <PageKeys />
      <Opened isOpen={helpOpen} onClose={() => setHelpOpen(false)}>
        <KeyboardHelp isOpen={helpOpen} onClose={() => setHelpOpen(false)} />
      </Opened>
    </ShortcutsContext>
  );
}

/** The keys of every page. */
function PageKeys() {
  const { openHelp } = useShortcutSettings();
  useShortcuts({ "?": openHelp, z: undoLastAct });
  return null;
}

/** Events of which a shortcut prevented the default: other shortcuts still get them. */
const ours = new WeakSet<KeyboardEvent>();

/** Returns true if the key belongs to the focused element: a field, menu, list or dialog. */
function isTaken(event: KeyboardEvent): boolean {
  if ((event.defaultPrevented && !ours.has(event)) || event.ctrlKey || event.metaKey || event.altKey)
    return true;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]"))
    return true;
  return target?.closest("[role=dialog], [role=menu], [role=listbox], [role=tree]") !== null;
}

/**
 * Handles single keys while this is mounted.
 * @param keys handlers by `event.key`
 * @param before handles keys before all other parts; the handler must then prevent the default
 */
export function useShortcuts(keys: Record<string, (event: KeyboardEvent) => void>, before = false): void {
  const { enabled } = useShortcutSettings();
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (!enabled) return;
    const onKey = (event: KeyboardEvent) => {
      const action = latest.current[event.key];
      if (!action || isTaken(event)) return;
      if (event.key.length === 1 && !event.defaultPrevented) {
        // The field that a key opens would take its character.
        event.preventDefault();
        ours.add(event);
      }
      action(event);
    };
    window.addEventListener("keydown", onKey, before);
    return () => window.removeEventListener("keydown", onKey, before);
  }, [enabled, before]);
}
