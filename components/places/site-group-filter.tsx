"use client";
import { Select } from "@/components/ui/select";
import { useWords } from "@/components/words/words";
import type { AnswerOf } from "@/lib/base/request/endpoint";
import type { listSiteGroups } from "@/lib/farm/site-groups/contract";

/** Chooses one of the person's own groups of sites; nothing where there is none. */
export function SiteGroupFilter({
  own,
  value,
  onChange,
}: {
  own: AnswerOf<typeof listSiteGroups>["items"];
  value: string | null;
  onChange: (name: string | null) => void;
}) {
  const { t } = useWords();
  const names = own.map(({ name }) => name);
  if (names.length === 0 && value === null) return null;
  const all = value === null || names.includes(value) ? names : [value, ...names];
  return (
    <Select
      asFilter
      label={t("places.group.label")}
      value={value ?? ""}
      options={[
        { id: "", label: t("places.group.allSites") },
        ...all.map((name) => ({ id: name, label: name })),
      ]}
      onChange={(id) => onChange(id || null)}
    />
  );
}
