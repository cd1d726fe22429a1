"use client";
import { useRouter } from "next/navigation";
import { type FormEvent, useEffect, useState } from "react";
import { FaultLine, Pair, readForm } from "@/components/forms/form-parts";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { useWords } from "@/components/words/words";
import { createTenancy } from "@/lib/operations/connecting/actions";
import { TimeZoneField } from "../tenancy-fields";
import { Stage } from "./stage";

const LATER = [
  { title: "admin.connect.stage.addresses", summary: "admin.connect.summary.addresses" },
  { title: "admin.connect.stage.client", summary: "admin.connect.summary.client" },
  { title: "admin.connect.stage.history", summary: "admin.connect.summary.history" },
  { title: "admin.connect.stage.webhook", summary: "admin.connect.summary.webhook" },
  { title: "admin.connect.stage.arrival", summary: "admin.connect.summary.waitsForSecret" },
] as const;

/** The first stage of connecting a tenancy: its name, time zone and id. */
export function NewSite() {
  const { t } = useWords();
  const [zone, setZone] = useState("");
  // Most sites are in the browser's time zone, which the server does not know: hence after the first paint.
  useEffect(() => setZone((entered) => entered || Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  const router = useRouter();
  const action = useAction(createTenancy, {
    onDone: ({ tenantId }) => router.push(`/admin/connect/${encodeURIComponent(tenantId)}`),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { tenantId = "", name = "" } = readForm(event);
    action.submit({ tenantId, name, timeZone: zone });
  };
  return (
    <Panel label={t("admin.connect.steps")}>
      <ol>
        <Stage nth={1} title={t("admin.connect.stage.site")} done={false} summary="" open>
          <form onSubmit={submit} className="grid gap-4" noValidate>
            <Pair>
              <TextField
                label={t("admin.connect.site.name")}
                {...action.field("name")}
                placeholder="Westland"
              />
              <TimeZoneField
                label={t("admin.connect.site.timeZone")}
                value={zone}
                onChange={(event) => setZone(event.currentTarget.value)}
                error={action.errorOf("timeZone")}
              />
            </Pair>
            <TextField
              label={t("admin.connect.site.tenantId")}
              {...action.field("tenantId")}
              spellCheck={false}
              autoComplete="off"
              help={t("admin.connect.site.tenantIdHelp")}
            />
            <FaultLine fault={action.fault} fields={["tenantId", "name", "timeZone"]} />
            <div>
              <Button variant="primary" type="submit" pending={action.pending}>
                {t("admin.connect.saveAndContinue")}
              </Button>
            </div>
          </form>
        </Stage>
        {LATER.map(({ title, summary }, nth) => (
          <Stage key={title} nth={nth + 2} title={t(title)} summary={t(summary)} done={false} open={false} />
        ))}
      </ol>
    </Panel>
  );
}
