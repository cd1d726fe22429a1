"use client";
import { LinkButton } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { EmptyState } from "@/components/ui/states";
import { useWords } from "@/components/words/words";

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
  const { t } = useWords();
  return (
    <Panel label={label}>
      <EmptyState
        icon="plus"
        title={t("shell.notConnected.title")}
        actions={
          isAdmin && (
            <LinkButton variant="primary" href="/admin/connect">
              {t("shell.notConnected.connect")}
            </LinkButton>
          )
        }
      >
        {children} {!isAdmin && t("shell.notConnected.askAdmin")}
      </EmptyState>
    </Panel>
  );
}
