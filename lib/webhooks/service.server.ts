import "server-only";

export { openRejected } from "./rejected.server";
