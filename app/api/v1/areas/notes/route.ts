import { listAreaNotes } from "@/lib/farm/notes/contract";
import { notesOf } from "@/lib/farm/notes/service.server";
import { methods, route } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listAreaNotes, ({ actor, query }) => notesOf(actor, query)),
});
