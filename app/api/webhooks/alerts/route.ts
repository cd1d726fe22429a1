import { receiveNotification, refuseMethod } from "@/lib/webhooks/receive.server";

export const dynamic = "force-dynamic";

export const POST = receiveNotification;
export const GET = refuseMethod;
export const HEAD = refuseMethod;
export const PUT = refuseMethod;
export const PATCH = refuseMethod;
export const DELETE = refuseMethod;
export const OPTIONS = refuseMethod;
