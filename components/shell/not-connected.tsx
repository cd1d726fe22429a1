import { LinkButton } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { EmptyState } from "@/components/ui/states";

/** A page without data because no tenancy is connected: why, and the next step. */
export function NotConnectedPage({
  label,
  isAdmin,
  children,
}: {
  label: string;
  isAdmin: boolean;
  children: string;
}) {
  return (
    <Panel label={label}>
      <EmptyState
        icon="plus"
        title="Not connected yet"
        actions={
          isAdmin && (
            <LinkButton variant="primary" href="/admin/connect">
              Connect a tenancy
            </LinkButton>
          )
        }
      >
        {isAdmin ? children : `${children} Your admin has not connected the service yet.`}
      </EmptyState>
    </Panel>
  );
}
