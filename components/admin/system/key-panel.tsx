"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "@/components/forms/dialogs";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { TimeWithAge } from "@/components/ui/time";
import { formatCount } from "@/lib/base/core/numbers";
import { forgetOlderKeys, rotateKeys } from "@/lib/operations/rotation/actions";
import { readSystem, type SystemView } from "@/lib/operations/system/contract";
import { ProgressBar } from "./progress-bar";
import { FindingLine } from "./state-mark";
import { Fact, Facts } from "./system-panels";

type Keys = SystemView["keys"];

/** The keys that seal secrets: which there are, what still needs an older one, and their rotation. */
export function KeyPanel({ keys }: { keys: Keys }) {
  const [asks, setAsks] = useState<"rotate" | "forget" | null>(null);
  const client = useQueryClient();
  const onDone = () => {
    setAsks(null);
    void client.invalidateQueries({ queryKey: [readSystem.path] });
  };
  const rotate = useAction(() => rotateKeys({}), { onDone });
  const forget = useAction(() => forgetOlderKeys({}), { onDone, said: "The older keys are removed" });
  const { source, file, newest, older, secrets, run } = keys;
  const isRunning = run !== null && run.finishedAt === null;
  const isOwn = source === "file";
  const close = () => {
    setAsks(null);
    rotate.clear();
    forget.clear();
  };
  return (
    <Panel
      title="Secret keys"
      end={
        <>
          {isOwn && older.length > 0 && !isRunning && secrets.older === secrets.lost && (
            <Button size="sm" onClick={() => setAsks("forget")}>
              Remove older keys
            </Button>
          )}
          {(isOwn || older.length > 0) && (
            <Button size="sm" pending={isRunning && run.error === null} onClick={() => setAsks("rotate")}>
              {isOwn ? "Rotate keys" : "Seal with the newest"}
            </Button>
          )}
        </>
      }
    >
      {isRunning && (
        <div className="border-b border-hairline px-4 py-3">
          {run.error === null ? (
            <ProgressBar label="Rotation of keys" done={run.done} of={run.of}>
              <span className="font-medium">Sealing again.</span> {formatCount(run.done)} of{" "}
              {formatCount(run.of)} secrets
            </ProgressBar>
          ) : (
            <FindingLine
              finding={{
                state: "bad",
                is: `The rotation stopped: ${run.error.replace(/\.$/, "")}`,
                do: "It goes on by itself where it stopped, or press the button again. Both keys stay in use until then.",
              }}
            />
          )}
        </div>
      )}
      <Facts>
        <Fact name="Kept in">
          {isOwn ? (
            <span className="font-mono text-xs">{file}</span>
          ) : (
            <>
              The environment (<span className="font-mono text-xs">LEAFWATCH_SECRET_KEYS</span>)
            </>
          )}
        </Fact>
        <Fact name="Newest key">
          <span className="font-mono">{newest}</span>
        </Fact>
        <Fact name="Older keys">
          {older.length === 0 ? "None" : <span className="font-mono">{older.join(", ")}</span>}
        </Fact>
        <Fact name="Secrets">{secretWords(secrets)}</Fact>
        {run?.finishedAt && (
          <Fact name="Rotated">
            <TimeWithAge at={run.finishedAt} />, by {run.by}
          </Fact>
        )}
      </Facts>
      <p className="px-4 pb-3.5 text-sm text-pretty text-ink-2">{nextWords(keys)}</p>
      {asks === "rotate" && (
        <ConfirmDialog
          title={isOwn ? "Rotate the secret keys?" : "Seal everything with the newest key?"}
          verb={isOwn ? "Rotate keys" : "Seal again"}
          action={rotate}
          onConfirm={() => rotate.submit(undefined)}
          onClose={close}
        >
          {isOwn && <p>A new key is added before the others, and every stored secret is sealed with it.</p>}
          {!isOwn && (
            <p>
              Every stored secret that an older key sealed is sealed with the first key of
              LEAFWATCH_SECRET_KEYS.
            </p>
          )}
          <p>
            Leafwatch goes on meanwhile: notifications come in, and nobody is signed out. The older keys stay
            for sessions that they signed. Afterwards make a backup, which holds the new key
            {isOwn ? "" : " only if it is in the data folder"}.
          </p>
        </ConfirmDialog>
      )}
      {asks === "forget" && (
        <ConfirmDialog
          title="Remove the older keys?"
          verb="Remove older keys"
          action={forget}
          onConfirm={() => forget.submit(undefined)}
          onClose={close}
        >
          <p>
            Everybody who signed in before the last rotation is signed out, perhaps you too. Backups from
            before still open with the keys inside them.
          </p>
          <p>
            If a key has leaked, also give the service a new client secret and new webhook secrets: the old
            key opens those in older copies of the database.
          </p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

function secretWords({ opened, lost, older }: Keys["secrets"]): string {
  const all = opened === 1 ? "1 stored" : `${formatCount(opened)} stored`;
  const waiting = older - lost;
  return [
    all,
    waiting > 0
      ? `${formatCount(waiting)} still ${waiting === 1 ? "needs" : "need"} an older key`
      : "none needs an older key",
    ...(lost > 0 ? [`${formatCount(lost)} cannot be opened by any key: enter them again`] : []),
  ].join(", ");
}

/** What to do next, by where the keys are. */
function nextWords({ source, older, secrets }: Keys): string {
  if (source === "file")
    return older.length === 0
      ? "Rotate the keys when somebody who knew them leaves, or after a leak."
      : "The older keys are needed only for sessions that they signed, 30 days at most. After a leak, remove them at once.";
  if (older.length === 0)
    return "This page cannot change the environment. To rotate, put a new key before this one in LEAFWATCH_SECRET_KEYS (openssl rand -base64 32), restart every process with both, and seal everything again here.";
  return secrets.older > secrets.lost
    ? "Seal everything with the newest key before you take an older one out of LEAFWATCH_SECRET_KEYS."
    : "No stored secret needs the older keys. Take them out of LEAFWATCH_SECRET_KEYS in 30 days, when the last session that they signed is over, or at once after a leak.";
}
