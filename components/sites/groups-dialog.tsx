"use client";
import { useState } from "react";
import { useServerAction } from "@/components/live/use-server-action";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/choices";
import { Dialog } from "@/components/ui/dialog";
import { SearchField, TextField } from "@/components/ui/field";
import { Count } from "@/components/ui/panel";
import { useToast } from "@/components/ui/toast";
import { rich } from "@/components/words/rich";
import { useWords } from "@/components/words/words";
import type { SiteSummary } from "@/lib/display/sites/contract";
import { deleteSiteGroup, saveSiteGroup } from "@/lib/farm/site-groups/actions";
import { listSiteGroups } from "@/lib/farm/site-groups/contract";
import { narrowSites, type OwnGroups } from "./arrange";

type Group = OwnGroups[number];
/** `from`: its name so far; null for a new one. */
type Draft = Group & { from: string | null };

/** From here on sites are searched rather than looked through. */
const MANY = 12;

/** The person's own groups of sites: makes, renames, fills and deletes them. A site is in one at most. */
export function GroupsDialog({
  sites,
  own,
  onClose,
}: {
  sites: readonly SiteSummary[];
  own: OwnGroups;
  onClose: () => void;
}) {
  const words = useWords();
  const { t } = words;
  const [draft, setDraft] = useState<Draft | null>(own.length === 0 ? NEW : null);
  const toast = useToast();
  const { run, pending } = useServerAction({
    rereads: {
      predicate: ({ queryKey: [path] }) => path === listSiteGroups.path || path === "/api/v1/alerts",
    },
    reports: true,
  });
  const save = async (group: Draft) => {
    const { ok } = await run(() => saveSiteGroup(group));
    if (ok) setDraft(null);
  };
  const remove = async (group: Group) => {
    const { ok } = await run(() => deleteSiteGroup({ name: group.name }));
    if (!ok) return;
    const undo = () => void run(() => saveSiteGroup({ ...group, from: null }));
    toast({ text: t("sites.groups.deleted", { group: group.name }), undo });
  };
  const title =
    draft === null ? t("sites.groups.title") : draft.from === null ? t("sites.groups.new") : draft.from;
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      {draft ? (
        <GroupForm
          draft={draft}
          sites={sites}
          own={own}
          isSaving={pending !== null}
          onSave={(group) => void save(group)}
          onBack={own.length > 0 ? () => setDraft(null) : undefined}
        />
      ) : (
        <div className="grid gap-3">
          <ul className="divide-y divide-hairline">
            {own.map((group) => (
              <li key={group.name} className="flex min-h-target items-center gap-2">
                <span className="flex min-w-0 flex-1 items-center gap-2">
                  <span className="truncate">{group.name}</span> <Count>{group.tenantIds.length}</Count>
                </span>
                <Button size="sm" onClick={() => setDraft({ ...group, from: group.name })}>
                  {rich(words, "sites.groups.editOne", {
                    group: group.name,
                    hidden: <span className="sr-only" />,
                  })}
                </Button>
                <Button size="sm" disabled={pending !== null} onClick={() => void remove(group)}>
                  {rich(words, "sites.groups.deleteOne", {
                    group: group.name,
                    hidden: <span className="sr-only" />,
                  })}
                </Button>
              </li>
            ))}
          </ul>
          <p className="text-sm text-ink-2">{t("sites.groups.private")}</p>
          <div>
            {/* The button that was pressed in the form is gone, and keys have to stay in the dialog. */}
            <Button autoFocus icon="plus" onClick={() => setDraft(NEW)}>
              {t("sites.groups.new")}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

const NEW: Draft = { from: null, name: "", tenantIds: [] };

function GroupForm({
  draft,
  sites,
  own,
  isSaving,
  onSave,
  onBack,
}: {
  draft: Draft;
  sites: readonly SiteSummary[];
  own: OwnGroups;
  isSaving: boolean;
  onSave: (group: Draft) => void;
  onBack: (() => void) | undefined;
}) {
  const words = useWords();
  const { t } = words;
  const [name, setName] = useState(draft.name);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(draft.tenantIds));
  const [text, setText] = useState("");
  const byName = [...sites].sort((one, other) => one.name.localeCompare(other.name, "en", { numeric: true }));
  const shown = narrowSites(byName, { show: "all", text });
  const groupOf = new Map(own.flatMap((group) => group.tenantIds.map((id) => [id, group.name])));
  const toggle = (id: string) =>
    setChosen(new Set(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]));
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSave({ from: draft.from, name: name.trim(), tenantIds: [...chosen] });
      }}
    >
      <TextField
        autoFocus
        label={t("sites.groups.name")}
        required
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <fieldset className="min-w-0">
        <legend className="mb-1.5 text-sm font-medium">
          {rich(words, "sites.groups.sites", {
            count: chosen.size,
            soft: <span className="font-normal text-ink-2" />,
          })}
        </legend>
        {sites.length > MANY && (
          <SearchField
            label={t("sites.find")}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="mb-2"
          />
        )}
        <ul className="max-h-72 overflow-y-auto rounded-2 border border-hairline px-3 py-1.5">
          {shown.map(({ tenantId, name: site }) => {
            const other = groupOf.get(tenantId);
            return (
              <li key={tenantId}>
                <Checkbox
                  className="min-h-8"
                  label={
                    other === undefined || other === draft.from
                      ? site
                      : rich(words, "sites.groups.inOther", {
                          site,
                          group: other,
                          soft: <span className="text-ink-2" />,
                        })
                  }
                  checked={chosen.has(tenantId)}
                  onChange={() => toggle(tenantId)}
                />
              </li>
            );
          })}
        </ul>
      </fieldset>
      <div className="flex justify-end gap-2">
        {onBack && <Button onClick={onBack}>{t("shell.back")}</Button>}
        <Button
          type="submit"
          variant="primary"
          pending={isSaving}
          disabled={name.trim() === "" || chosen.size === 0}
        >
          {t("forms.save")}
        </Button>
      </div>
    </form>
  );
}
