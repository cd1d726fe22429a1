"use client";
import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/panel";

const GROUPS: { title: string; keys: { keys: string[]; does: string }[] }[] = [
  {
    title: "Everywhere",
    keys: [
      { keys: ["/"], does: "Search areas, alerts and jobs" },
      { keys: ["?"], does: "This list" },
      { keys: ["z"], does: "Undo what you did last" },
      { keys: ["Ctrl", "Enter"], does: "Save the note that you write" },
      { keys: ["Esc"], does: "Close, clear the selection, leave a zoom" },
    ],
  },
  {
    title: "Alerts",
    keys: [
      { keys: ["j", "k"], does: "Next and previous row" },
      { keys: ["o", "Enter"], does: "Open the row" },
      { keys: ["→", "←"], does: "Open and close a problem" },
      { keys: ["x"], does: "Select the row" },
      { keys: ["a"], does: "Acknowledge the selected rows, else the row, and go to the next" },
      { keys: ["A"], does: "The same with a note or another owner" },
      { keys: ["s"], does: "Snooze them" },
      { keys: ["u"], does: "Give back what is acknowledged, wake what is snoozed" },
      { keys: ["n"], does: "Write a note on the row" },
    ],
  },
  {
    title: "Deliveries",
    keys: [
      { keys: ["j", "k"], does: "Next and previous row" },
      { keys: ["x"], does: "Select the row" },
      { keys: ["r"], does: "Replay or check again the selected rows, else the row" },
    ],
  },
  {
    title: "Charts",
    keys: [
      { keys: ["←", "→"], does: "Move the cursor from value to value" },
      { keys: ["Home", "End"], does: "First and last value" },
      { keys: ["↑", "↓"], does: "Go through the lines of others" },
      { keys: ["+"], does: "Look nearer, around the cursor" },
      { keys: ["−", "Esc"], does: "Back to the whole time" },
    ],
  },
  {
    title: "Areas",
    keys: [
      { keys: ["/"], does: "Find in the tree; Enter goes to the first" },
      { keys: ["↑", "↓"], does: "Move in the tree" },
      { keys: ["→", "←"], does: "Open and close a branch" },
      { keys: ["Home", "End"], does: "First and last row" },
      { keys: ["letters"], does: "Go to the name that begins so" },
      { keys: ["*"], does: "Add the area to my areas, or remove it" },
    ],
  },
];

/** The list of all keyboard shortcuts. */
export function KeyboardHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title="Keys" isOpen={isOpen} onClose={onClose}>
      <div className="grid gap-5">
        {GROUPS.map((group) => (
          <section key={group.title}>
            <h3 className="mb-2">{group.title}</h3>
            <dl className="grid grid-cols-[8rem_1fr] gap-y-1.5 text-sm">
              {group.keys.map(({ keys, does }) => (
                <div key={does} className="contents">
                  <dt className="flex items-start gap-1">
                    {keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dt>
                  <dd className="text-ink-2">{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <p className="text-sm text-ink-3">Single keys can be switched off in the menu under your initials.</p>
      </div>
    </Dialog>
  );
}
