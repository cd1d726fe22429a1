"use client";
import { FaultLine } from "@/components/admin/fault-line";
import { useAction } from "@/components/admin/use-action";
import { WordButton } from "@/components/admin/words";
import { deviceWords } from "@/components/notices/device-words";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { SiteTime, TimeWithAge } from "@/components/ui/time";
import { endOthers, endSession } from "@/lib/identity/users/account-actions";
import type { OwnSession } from "@/lib/identity/users/contract";

/** Where a person is signed in: each can be ended, and all others at once. */
export function SessionPanel({ sessions }: { sessions: OwnSession[] }) {
  const ending = useAction(endSession, { said: "Ended" });
  const endingAll = useAction(endOthers, { said: "You are signed in here alone now" });
  const pending = ending.pending || endingAll.pending;
  return (
    <Panel
      title="Signed in"
      count={sessions.length}
      footer="A session ends 30 days after the sign-in, however often it is used."
    >
      <ul>
        {sessions.map((session) => (
          <Line
            key={session.id}
            session={session}
            pending={pending}
            onEnd={() => ending.submit({ id: session.id })}
          />
        ))}
      </ul>
      <div className="grid gap-3 px-4 py-3.5 empty:hidden">
        <FaultLine fault={ending.fault ?? endingAll.fault} />
        {sessions.length > 1 && (
          <div>
            <Button icon="sign-out" pending={endingAll.pending} onClick={() => endingAll.submit({})}>
              End all others
            </Button>
          </div>
        )}
      </div>
    </Panel>
  );
}

function Line({ session, pending, onEnd }: { session: OwnSession; pending: boolean; onEnd: () => void }) {
  const { browser, address, createdAt, lastSeenAt, isHere } = session;
  const name = deviceWords(browser);
  return (
    <li className="flex items-center gap-3 border-b border-hairline px-4 py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1">
        <p className="font-strong">
          {name}
          {isHere && <span className="font-normal text-ink-3"> (this one)</span>}
        </p>
        <p className="text-sm text-ink-2">
          {isHere ? (
            "In use now"
          ) : (
            <>
              Last seen <TimeWithAge at={lastSeenAt} />
            </>
          )}
          , from <span className="num wrap-anywhere">{address}</span>
        </p>
        <p className="text-sm text-ink-3">
          Signed in <SiteTime at={createdAt} />
        </p>
      </div>
      {!isHere && (
        <WordButton label={`End the session of ${name}, ${address}`} disabled={pending} onClick={onEnd}>
          End
        </WordButton>
      )}
    </li>
  );
}
