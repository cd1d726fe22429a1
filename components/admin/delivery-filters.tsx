"use client";
import { useRouter } from "next/navigation";
import { Select } from "@/components/ui/select";
import { OUTCOMES } from "@/lib/deliveries/contract";
import type { Counts, LogFilter, Period } from "@/lib/deliveries/log";
import { logAddress } from "./delivery-address";
import { outcomeWord } from "./delivery-outcome";

const ANY = "any";
const PERIOD_NAMES: Record<Period, string> = {
  day: "last 24 h",
  week: "last 7 days",
  all: "all that is kept",
};

const withCount = (outcome: (typeof OUTCOMES)[number], counts: Counts) =>
  `${outcomeWord(outcome).toLowerCase()} (${counts[outcome].toLocaleString("en")})`;

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
  const total = filter.outcome ? counts[filter.outcome] : Object.values(counts).reduce((a, b) => a + b, 0);
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <Select
        asFilter
        label="Outcome"
        value={filter.outcome ?? ANY}
        options={[
          { id: ANY, label: "any" },
          ...OUTCOMES.map((outcome) => ({ id: outcome, label: withCount(outcome, counts) })),
        ]}
        onChange={(key) => go({ outcome: OUTCOMES.find((outcome) => outcome === key) })}
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
      <Select
        asFilter
        label="Period"
        value={filter.period}
        options={Object.entries(PERIOD_NAMES).map(([id, label]) => ({ id, label }))}
        onChange={(key) => go({ period: key as Period })}
      />
      <span className="ml-auto text-sm text-ink-3">
        {total.toLocaleString("en")} {total === 1 ? "delivery" : "deliveries"}
      </span>
    </div>
  );
}
