"use client";
import { CHART_ORDER } from "@/components/charts/chart-defaults";
import { Icon } from "@/components/ui/icon";
import { indexLabel } from "@/components/ui/index-mark";
import { Menu } from "@/components/ui/menu";
import { Panel } from "@/components/ui/panel";
import { useWords } from "@/components/words/words";
import { INDEX_FACTS, type IndexName, isIndexName } from "@/lib/base/core/indices";
import { ComparedIndex } from "./compared-index";
import type { ShownCharts } from "./downloads";
import { type CompareContext, usePlan } from "./use-compare-controls";
import { useComparison } from "./use-comparison";
import { MAX_MORE_INDICES } from "./view";

const CHART_HEIGHT = 220;

type Props = CompareContext & { publishedUntil: number; charts: ShownCharts };

/** Further indices of the same subjects, each as a chart or a table, and the menu that adds one. */
export function MoreIndices(props: Props) {
  const { t } = useWords();
  const { state, change } = props.controls;
  const more = [...new Set(state.more)].filter((index) => index !== state.index).slice(0, MAX_MORE_INDICES);
  return (
    <>
      {more.map((index) => (
        <Another key={index} {...props} index={index} />
      ))}
      <Menu
        label={t("compare.more.label")}
        placement="bottom end"
        trigger={
          <button
            type="button"
            className="flex min-h-7 items-center gap-1.5 justify-self-end rounded-1 px-1 text-sm font-medium text-accent hover:text-accent-hover touch:min-h-target"
          >
            <Icon name="plus" className="size-4 shrink-0" />
            {more.length > 0 ? t("compare.more.choose") : t("compare.more.add")}
          </button>
        }
        groups={[
          {
            id: "indices",
            entries: CHART_ORDER.filter((index) => index !== state.index).map((index) => ({
              id: index,
              label: indexLabel(index),
              chosen: more.includes(index),
              disabled: more.length >= MAX_MORE_INDICES && !more.includes(index),
            })),
          },
        ]}
        onAction={(index) => isIndexName(index) && change({ more: toggled(index, more) })}
      />
    </>
  );
}

const toggled = (index: IndexName, more: readonly IndexName[]): IndexName[] =>
  more.includes(index) ? more.filter((one) => one !== index) : [...more, index];

function Another({ index, ...props }: Props & { index: IndexName }) {
  const { t } = useWords();
  const { controls, areas, charts } = props;
  const plan = usePlan(props, index);
  const comparison = useComparison(plan, controls.state.difference, props.publishedUntil);
  return (
    <Panel label={indexLabel(index)} className="p-4 max-sm:p-3">
      {controls.state.table && (
        <p className="mb-2 text-sm text-ink-2">
          {t("compare.legend.table", { index: indexLabel(index), unit: INDEX_FACTS[index].unit })}
        </p>
      )}
      <ComparedIndex {...{ plan, index, comparison, controls, areas, charts }} height={CHART_HEIGHT} />
    </Panel>
  );
}
