"use client";

import { useRouter } from "next/navigation";
import { DayField } from "@/components/forms/date-fields";
import { Select } from "@/components/ui/select";
import { useClock } from "@/components/ui/time";
import { addDays, siteDay, startOfDay } from "@/lib/base/core/time";
import { AUDIT_KINDS, type AuditFilter } from "@/lib/identity/audit/contract";
import { KIND_WORDS } from "@/lib/identity/audit/words";
import { TextFilter } from "./text-filter";

const ANY = "any";

/** A label beside its field. */
const BESIDE = "flex items-center gap-2 [&>:first-child]:mb-0! max-sm:[&>:first-child]:w-10";

/** The filters of the audit; they are in the page's address, as the API takes them. Days are the site's. */
export function AuditFilters({
  filter,
  people,
}: {
  filter: AuditFilter;
  people: readonly { name: string; email: string }[];
}) {
  const router = useRouter();
  const { zone } = useClock();
  const go = (changes: Partial<Record<keyof AuditFilter, string | undefined>>) => {
    const members = Object.entries({ ...filter, ...changes }).filter(([, value]) => value);
    const query = new URLSearchParams(members as [string, string][]);
    router.push(query.size > 0 ? `/admin/audit?${query}` : "/admin/audit", { scroll: false });
  };
  const dayOf = (at: string | undefined) => (at ? siteDay(new Date(at), zone) : "");
  const [from, to] = [dayOf(filter.from), dayOf(filter.to)];
  const isKnown = people.some(({ email }) => email === filter.person);
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <TextFilter
        key={filter.q}
        label="Who, what or address"
        className="w-64! max-sm:w-full!"
        text={filter.q}
        onApply={(q) => go({ q })}
      />
      <Select
        asFilter
        label="Person"
        value={filter.person ?? ANY}
        options={[
          { id: ANY, label: "any" },
          ...people.map(({ name, email }) => ({ id: email, label: name, hint: email })),
          ...(filter.person && !isKnown ? [{ id: filter.person, label: filter.person }] : []),
        ]}
        onChange={(key) => go({ person: key === ANY ? undefined : key })}
      />
      <Select
        asFilter
        label="Kind"
        value={filter.kind ?? ANY}
        options={[
          { id: ANY, label: "any" },
          ...AUDIT_KINDS.map((kind) => ({ id: kind, label: KIND_WORDS[kind].label })),
        ]}
        onChange={(key) => go({ kind: key === ANY ? undefined : key })}
      />
      <div className="flex items-center gap-2 max-sm:w-full max-sm:flex-wrap">
        <DayField
          key={`from ${from}`}
          label="From"
          className={BESIDE}
          defaultValue={from}
          onDone={(day) => day !== from && go({ from: day && startOfDay(day, zone).toISOString() })}
        />
        <DayField
          key={`to ${to}`}
          label="To"
          className={BESIDE}
          defaultValue={to}
          onDone={(day) =>
            day !== to &&
            go({ to: day && new Date(startOfDay(addDays(day, 1), zone).getTime() - 1).toISOString() })
          }
        />
      </div>
    </div>
  );
}
