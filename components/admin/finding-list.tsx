import { LinkButton } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Panel } from "@/components/ui/panel";
import { TimeWithAge } from "@/components/ui/time";
import type { Finding } from "./findings";

/** The present problems with their next steps; in ink, as no plant is in trouble. */
export function FindingList({ findings }: { findings: Finding[] }) {
  if (findings.length === 0)
    return (
      <Panel label="What is wrong now" className="mb-4">
        <p className="flex items-center gap-2.5 px-4 py-3.5">
          <Icon name="ok" className="size-4.5 shrink-0 text-healthy" />
          <span>
            <span className="font-medium">Nothing needs your attention.</span>{" "}
            <span className="text-ink-2">
              Notifications come in, somebody is told of HIGH, history is fetched, no screen is dark, and the
              system is in order.
            </span>
          </span>
        </p>
      </Panel>
    );
  return (
    <Panel title="Needs attention" count={findings.length} className="mb-4">
      <ul className="divide-y divide-hairline">
        {findings.map(({ id, title, detail, since, next }) => (
          <li key={id} className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
            <div className="flex min-w-0 flex-1 gap-2.5 max-sm:basis-full">
              <Icon name="failed" className="mt-0.5 size-4.5 shrink-0" />
              <div className="min-w-0">
                <p className="font-strong wrap-anywhere">{title}</p>
                <p className="text-sm wrap-anywhere text-ink-2">
                  {detail}
                  {since && (
                    <>
                      {" "}
                      Last <TimeWithAge at={since} />.
                    </>
                  )}
                </p>
              </div>
            </div>
            {next && (
              <LinkButton href={next.href} size="sm" className="max-sm:ml-7">
                {next.verb}
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
