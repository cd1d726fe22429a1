import type { DeviceInput, RuleInput, TestOutcome } from "@/lib/alerting/notices/contract";
import type { ActionResult } from "@/lib/web/http/action-result";

type Action<Input, Value = void> = (input: Input) => Promise<ActionResult<Value>>;

/** What a person does on the page of notices: server actions that the page hands in. */
export type NoticeActions = {
  allowDevice: Action<DeviceInput>;
  forgetDevice: Action<{ id: number }>;
  saveRule: Action<RuleInput>;
  dropRule: Action<{ id: number }>;
  testNotices: Action<Record<string, never>, TestOutcome[]>;
};

/** Says under which session a browser is that takes notices: of every page, not only that of notices. */
export type ClaimThisDevice = Action<{ fingerprint: string }>;
