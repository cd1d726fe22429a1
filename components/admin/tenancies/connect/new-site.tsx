"use client";
import { useRouter } from "next/navigation";
import { type FormEvent, useEffect, useState } from "react";
import { FaultLine, Pair } from "@/components/forms/form-parts";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { createTenancy } from "@/lib/operations/connecting/actions";
import { TimeZoneField } from "../tenancy-fields";
import { Stage } from "./stage";

const FIELDS = ["tenantId", "name", "timeZone"];
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
  // Most sites are where the browser is; after the first paint, since the server cannot know.
  useEffect(() => setZone((entered) => entered || Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  const router = useRouter();
  const action = useAction(createTenancy, {
    onDone: ({ tenantId }) => router.push(`/admin/connect/${encodeURIComponent(tenantId)}`),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const text = (name: string) => String(values.get(name) ?? "");
    action.submit({ tenantId: text("tenantId"), name: text("name"), timeZone: zone });
  };
  return (
    <Panel label="Steps">
      <ol>
        <Stage nth={1} title="Site" done={false} summary="" open>
          <form onSubmit={submit} className="grid gap-4" noValidate>
            <Pair>
              <TextField label="Name" name="name" error={action.errorOf("name")} placeholder="Westland" />
              <TimeZoneField value={zone} onChange={setZone} error={action.errorOf("timeZone")} />
            </Pair>
            <TextField
              label="Tenant id"
              name="tenantId"
              spellCheck={false}
              autoComplete="off"
              help="As the service writes it in its notifications; its console or contract shows it. It cannot be changed later"
              error={action.errorOf("tenantId")}
            />
            <FaultLine fault={action.fault} fields={FIELDS} />
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
