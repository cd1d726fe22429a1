"use client";

import { useRouter } from "next/navigation";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { Chip } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { Span, useClock } from "@/components/ui/time";
import { OUTCOMES } from "@/lib/alerting/deliveries/contract";
import {
  type Counts,
  LIST_OUTCOMES,
  type ListFilter,
  type ListOutcome,
  type Period,
  totalWords,
} from "@/lib/alerting/deliveries/list";
import { TextFilter } from "../text-filter";
import { listAddress, outcomeWord } from "./delivery-parts";

const ANY = "any";

const PERIOD_NAMES: Record<Period, string> = {
  day: "last 24 h",
  week: "last 7 days",
  all: "all that is kept",
};

function outcomeName(outcome: ListOutcome): string {
  if (outcome === "test") return "tests of our own";
  return outcome === "set-aside" ? "set aside" : outcomeWord(outcome).toLowerCase();
}

/** The filters of the list; they are in its address. */
export function DeliveryFilters({
  filter,
  tenancies,
  counts,
}: {
  filter: ListFilter;
  tenancies: { tenantId: string; name: string }[];
  counts: Counts;
}) {
  const router = useRouter();
  const go = (changes: Partial<ListFilter>) => router.push(listAddress(filter, changes), { scroll: false });
  const { zone } = useClock();
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <Select
        asFilter
        label="Outcome"
        value={filter.outcome ?? ANY}
        options={[
          { id: ANY, label: "any" },
          ...LIST_OUTCOMES.map((outcome) => ({
            id: outcome,
            label: `${outcomeName(outcome)} (${counts[outcome].toLocaleString("en")})`,
          })),
        ]}
        onChange={(key) => go({ outcome: LIST_OUTCOMES.find((outcome) => outcome === key) })}
      />
      {tenancies.length > 1 && (
        <Select
          asFilter
          label="Tenancy"
          value={filter.tenant ?? ANY}
          options={[
            { id: ANY, label: "any" },
            ...tenancies.map(({ tenantId, name }) => ({ id: tenantId, label: name })),
          ]}
          onChange={(key) => go({ tenant: key === ANY ? undefined : key })}
        />
      )}
      {filter.from && filter.to ? (
        <Chip icon="clock" onRemove={() => go({ from: undefined, to: undefined })} removeLabel="Any time">
          <Span from={filter.from} to={filter.to} zone={zone} />
        </Chip>
      ) : (
        <Select
          asFilter
          label="Period"
          value={filter.period}
          options={Object.entries(PERIOD_NAMES).map(([id, label]) => ({ id, label }))}
          onChange={(key) => go({ period: key as Period })}
        />
      )}
      <TextFilter
        key={filter.text}
        label="Id, reason or sender"
        icon="filter"
        className="w-56! max-sm:w-full!"
        text={filter.text}
        onApply={(text) => go({ text })}
      />
      <span className="ml-auto text-sm text-ink-3">{totalWords(counts, filter.outcome)}</span>
    </div>
  );
}

/** Numbers of deliveries by outcome; each cell narrows the list to its own. */
export function DeliveryCounts({ counts, filter }: { counts: Counts; filter: ListFilter }) {
  return (
    <ul
      aria-label="Deliveries by outcome"
      className="mb-3.5 grid grid-cols-6 overflow-hidden rounded-3 border border-hairline bg-surface max-sm:[&>*]:col-span-2 max-sm:[&>:nth-child(-n+2)]:col-span-3 sm:grid-cols-5"
    >
      {OUTCOMES.map((outcome) => {
        const chosen = filter.outcome === outcome;
        return (
          <li
            key={outcome}
            className={cx(
              "relative -mt-px -ml-px border-t border-l border-hairline px-3.5 py-2.5 hover:bg-hover",
              chosen && "bg-accent-tint shadow-[inset_0_-2px_0_var(--accent)]",
            )}
          >
            <span className="block text-xl font-strong">{counts[outcome].toLocaleString("en")}</span>
            <Link
              href={listAddress(filter, { outcome: chosen ? undefined : outcome })}
              scroll={false}
              aria-current={chosen ? "true" : undefined}
              className="covers text-sm text-ink-2 no-underline"
            >
              {outcomeWord(outcome)}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
