"use client";
import { Button, buttonClass } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";
import type { ActionResult } from "@/lib/http/action-result";
import { useAction } from "./use-action";

/** Sends the last notification to our own address once more, which changes no alert. */
export function SendTest({
  tenancies,
  send,
}: {
  tenancies: { tenantId: string; name: string }[];
  send: (input: { tenantId: string }) => Promise<ActionResult<{ said: string }>>;
}) {
  const action = useAction(send, { said: ({ said }) => said });
  const [only, second] = tenancies;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {action.fault && (
        <p role="alert" className="text-sm font-medium">
          {action.fault.message}
        </p>
      )}
      {only && !second ? (
        <Button pending={action.pending} onClick={() => action.submit({ tenantId: only.tenantId })}>
          Send a test
        </Button>
      ) : (
        <Menu
          label="Send a test as"
          placement="bottom end"
          trigger={
            <button type="button" className={buttonClass({})}>
              Send a test
            </button>
          }
          groups={[
            {
              id: "tenancies",
              title: "Signed by",
              entries: tenancies.map(({ tenantId, name }) => ({ id: tenantId, label: name })),
            },
          ]}
          onAction={(tenantId) => action.submit({ tenantId })}
        />
      )}
    </div>
  );
}
