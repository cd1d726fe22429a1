"use client";
import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/panel";
import { useWords } from "@/components/words/words";
import type { PlainKey } from "@/lib/base/words/messages";

const GROUPS: { title: PlainKey; keys: { keys: string[]; does: PlainKey }[] }[] = [
  {
    title: "shell.keys.everywhere",
    keys: [
      { keys: ["/"], does: "shell.keys.search" },
      { keys: ["?"], does: "shell.keys.help" },
      { keys: ["z"], does: "shell.keys.undo" },
      { keys: ["Ctrl", "Enter"], does: "shell.keys.saveNote" },
      { keys: ["Esc"], does: "shell.keys.leave" },
    ],
  },
  {
    title: "shell.keys.alerts",
    keys: [
      { keys: ["j", "k"], does: "shell.keys.rows" },
      { keys: ["o", "Enter"], does: "shell.keys.openRow" },
      { keys: ["→", "←"], does: "shell.keys.problem" },
      { keys: ["x"], does: "shell.keys.select" },
      { keys: ["a"], does: "shell.keys.acknowledge" },
      { keys: ["A"], does: "shell.keys.acknowledgeWith" },
      { keys: ["s"], does: "shell.keys.snooze" },
      { keys: ["u"], does: "shell.keys.release" },
      { keys: ["n"], does: "shell.keys.note" },
    ],
  },
  {
    title: "shell.keys.deliveries",
    keys: [
      { keys: ["j", "k"], does: "shell.keys.rows" },
      { keys: ["x"], does: "shell.keys.select" },
      { keys: ["r"], does: "shell.keys.replay" },
    ],
  },
  {
    title: "shell.keys.charts",
    keys: [
      { keys: ["←", "→"], does: "shell.keys.cursor" },
      { keys: ["Home", "End"], does: "shell.keys.ends" },
      { keys: ["↑", "↓"], does: "shell.keys.lines" },
      { keys: ["+"], does: "shell.keys.zoomIn" },
      { keys: ["−", "Esc"], does: "shell.keys.zoomOut" },
    ],
  },
  {
    title: "shell.keys.areas",
    keys: [
      { keys: ["/"], does: "shell.keys.findInTree" },
      { keys: ["↑", "↓"], does: "shell.keys.tree" },
      { keys: ["→", "←"], does: "shell.keys.branch" },
      { keys: ["Home", "End"], does: "shell.keys.treeEnds" },
      { keys: ["shell.keys.letters"], does: "shell.keys.typeAhead" },
      { keys: ["*"], does: "shell.keys.myArea" },
    ],
  },
];

/** The list of all keyboard shortcuts. */
export function KeyboardHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useWords();
  return (
    <Dialog title={t("shell.keys.title")} isOpen={isOpen} onClose={onClose}>
      <div className="grid gap-5">
        {GROUPS.map((group) => (
          <section key={group.title}>
            <h3 className="mb-2">{t(group.title)}</h3>
            <dl className="grid grid-cols-[8rem_1fr] gap-y-1.5 text-sm">
              {group.keys.map(({ keys, does }) => (
                <div key={does} className="contents">
                  <dt className="flex items-start gap-1">
                    {keys.map((key) => (
                      <Kbd key={key}>{key === "shell.keys.letters" ? t(key) : key}</Kbd>
                    ))}
                  </dt>
                  <dd className="text-ink-2">{t(does)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <p className="text-sm text-ink-3">{t("shell.keys.switchOff")}</p>
      </div>
    </Dialog>
  );
}
