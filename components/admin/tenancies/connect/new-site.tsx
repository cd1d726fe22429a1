"use client";
import { useRouter } from "next/navigation";
import { type FormEvent, useEffect, useState } from "react";
import { FaultLine, Pair, readForm } from "@/components/forms/form-parts";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { createTenancy } from "@/lib/operations/connecting/actions";
import { TimeZoneField } from "../tenancy-fields";
import { Stage } from "./stage";

const LATER = [
  { title: "Addresses", summary: "Where the service is, and where it gives tokens" },
  { title: "Client", summary: "Client id and secret" },
  { title: "History", summary: "Which types, how far back, how late" },
  { title: "Webhook", summary: "Our address for the service, its secret and its header" },
  { title: "First notification", summary: "Waited for once a webhook secret is stored" },
];

/** The first stage of connecting a tenancy: its name, time zone and id. */
export function NewSite() {
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
    <Panel label="Steps">
      <ol>
        <Stage nth={1} title="Site" done={false} summary="" open>
          <form onSubmit={submit} className="grid gap-4" noValidate>
            <Pair>
              <TextField label="Name" {...action.field("name")} placeholder="Westland" />
              <TimeZoneField
                label="Time zone"
                value={zone}
                onChange={(event) => setZone(event.currentTarget.value)}
                error={action.errorOf("timeZone")}
              />
            </Pair>
            <TextField
              label="Tenant id"
              {...action.field("tenantId")}
              spellCheck={false}
              autoComplete="off"
              help="As the service writes it in its notifications; its console or contract shows it. It can be corrected until the first one is taken in"
            />
            <FaultLine fault={action.fault} fields={["tenantId", "name", "timeZone"]} />
            <div>
              <Button variant="primary" type="submit" pending={action.pending}>
                Save and go on
              </Button>
            </div>
          </form>
        </Stage>
        {LATER.map((stage, nth) => (
          <Stage key={stage.title} nth={nth + 2} {...stage} done={false} open={false} />
        ))}
      </ol>
    </Panel>
  );
}
