import { PageBody, PageHead } from "@/components/forms/page-head";
import { LinkButton } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { EmptyState } from "@/components/ui/states";
import type { Deletion } from "@/lib/farm/tenancies/contract";

/** A tenancy that is on its way out. */
export function TenancyDeletion({ name, deletion }: { name: string; deletion: Deletion }) {
  return (
    <PageBody>
      <PageHead title={name} trail={<Link href="/admin/tenancies">Tenancies</Link>} />
      <Panel label="Deletion">
        <EmptyState
          icon="readings"
          title="This tenancy is being deleted"
          actions={<LinkButton href="/admin/tenancies">To the tenancies</LinkButton>}
        >
          {deletion.by} began it. {deletion.rows.toLocaleString("en")} rows are gone so far; it goes on by
          itself. Reload to see how far it is.
        </EmptyState>
      </Panel>
    </PageBody>
  );
}
