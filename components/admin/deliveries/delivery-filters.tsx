"use client";

import { useRouter } from "next/navigation";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { Chip } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { Span, useClock } from "@/components/ui/time";
import { useWords } from "@/components/words/words";
import { OUTCOMES } from "@/lib/alerting/deliveries/contract";
import {
  type Counts,
  LIST_OUTCOMES,
  type ListFilter,
  type ListOutcome,
  type Period,
  totalWords,
} from "@/lib/alerting/deliveries/list";
import type { MessageKey, PlainKey } from "@/lib/base/words/messages";
import { TextFilter } from "../text-filter";
import { listAddress, outcomeWord } from "./delivery-parts";

const ANY = "any";

const PERIODS = {
  day: "admin.deliveries.filter.day",
  week: "admin.deliveries.filter.week",
  all: "admin.deliveries.filter.all",
} as const satisfies Record<Period, PlainKey>;

const OUTCOME_CHOICES = {
  accepted: "admin.deliveries.filter.accepted",
  duplicate: "admin.deliveries.filter.duplicate",
  quarantined: "admin.deliveries.filter.quarantined",
  spooled: "admin.deliveries.filter.spooled",
  rejected: "admin.deliveries.filter.rejected",
  "set-aside": "admin.deliveries.filter.setAside",
  test: "admin.deliveries.filter.test",
} as const satisfies Record<ListOutcome, MessageKey>;

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
  const words = useWords();
  const { t } = words;
  const router = useRouter();
  const go = (changes: Partial<ListFilter>) => router.push(listAddress(filter, changes), { scroll: false });
  const { zone } = useClock();
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <Select
        asFilter
        label={t("admin.deliveries.filter.outcome")}
        value={filter.outcome ?? ANY}
        options={[
          { id: ANY, label: t("admin.deliveries.filter.any") },
          ...LIST_OUTCOMES.map((outcome) => ({
            id: outcome,
            label: t(OUTCOME_CHOICES[outcome], { count: counts[outcome] }),
          })),
        ]}
        onChange={(key) => go({ outcome: LIST_OUTCOMES.find((outcome) => outcome === key) })}
      />
      {tenancies.length > 1 && (
        <Select
          asFilter
          label={t("admin.deliveries.filter.tenancy")}
          value={filter.tenant ?? ANY}
          options={[
            { id: ANY, label: t("admin.deliveries.filter.any") },
            ...tenancies.map(({ tenantId, name }) => ({ id: tenantId, label: name })),
          ]}
          onChange={(key) => go({ tenant: key === ANY ? undefined : key })}
        />
      )}
      {filter.from && filter.to ? (
        <Chip
          icon="clock"
          onRemove={() => go({ from: undefined, to: undefined })}
          removeLabel={t("admin.deliveries.filter.anyTime")}
        >
          <Span from={filter.from} to={filter.to} zone={zone} />
        </Chip>
      ) : (
        <Select
          asFilter
          label={t("admin.deliveries.filter.period")}
          value={filter.period}
          options={Object.entries(PERIODS).map(([id, key]) => ({ id, label: t(key) }))}
          onChange={(key) => go({ period: key as Period })}
        />
      )}
      <TextFilter
        key={filter.text}
        label={t("admin.deliveries.filter.text")}
        icon="filter"
        className="w-56! max-sm:w-full!"
        text={filter.text}
        onApply={(text) => go({ text })}
      />
      <span className="ml-auto text-sm text-ink-3">{totalWords(words, counts, filter.outcome)}</span>
    </div>
  );
}

/** Numbers of deliveries by outcome; each cell narrows the list to its own. */
export function DeliveryCounts({ counts, filter }: { counts: Counts; filter: ListFilter }) {
  const { t, formatCount } = useWords();
  return (
    <ul
      aria-label={t("admin.deliveries.filter.byOutcome")}
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
            <span className="block text-xl font-strong">{formatCount(counts[outcome])}</span>
            <Link
              href={listAddress(filter, { outcome: chosen ? undefined : outcome })}
              scroll={false}
              aria-current={chosen ? "true" : undefined}
              className="covers text-sm text-ink-2 no-underline"
            >
              {t(outcomeWord(outcome))}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
