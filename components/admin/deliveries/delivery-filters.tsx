"use client";
import { useRouter } from "next/navigation";
import { Chip } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { Span, useClock } from "@/components/ui/time";
import {
  type Counts,
  LOG_OUTCOMES,
  type LogFilter,
  type LogOutcome,
  type Period,
  totalWords,
} from "@/lib/alerting/deliveries/log";
import { logAddress } from "./delivery-address";
import { outcomeWord } from "./delivery-outcome";
import { DeliveryTextFilter } from "./delivery-text-filter";

const ANY = "any";
const PERIOD_NAMES: Record<Period, string> = {
  day: "last 24 h",
  week: "last 7 days",
  all: "all that is kept",
};

const withCount = (outcome: LogOutcome, counts: Counts) =>
  `${outcomeName(outcome)} (${counts[outcome].toLocaleString("en")})`;

function outcomeName(outcome: LogOutcome): string {
  if (outcome === "test") return "tests of our own";
  return outcome === "set-aside" ? "set aside" : outcomeWord(outcome).toLowerCase();
}

/** The filters of the log; they stand in its address. */
export function DeliveryFilters({
  filter,
  tenancies,
  counts,
}: {
  filter: LogFilter;
  tenancies: { tenantId: string; name: string }[];
  counts: Counts;
}) {
  const router = useRouter();
  const go = (changes: Partial<LogFilter>) => router.push(logAddress(filter, changes), { scroll: false });
  const unlessAny = (key: string) => (key === ANY ? undefined : key);
  const { zone } = useClock();
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <Select
        asFilter
        label="Outcome"
        value={filter.outcome ?? ANY}
        options={[
          { id: ANY, label: "any" },
          ...LOG_OUTCOMES.map((outcome) => ({ id: outcome, label: withCount(outcome, counts) })),
        ]}
        onChange={(key) => go({ outcome: LOG_OUTCOMES.find((outcome) => outcome === key) })}
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
          onChange={(key) => go({ tenant: unlessAny(key) })}
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
      <DeliveryTextFilter key={filter.text} text={filter.text} onChange={(text) => go({ text })} />
      <span className="ml-auto text-sm text-ink-3">{totalWords(counts, filter.outcome)}</span>
    </div>
  );
}
