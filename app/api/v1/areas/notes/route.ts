import { methods, route } from "@/lib/http/route.server";
import { listAreaNotes } from "@/lib/notes/contract";
import { notesOf } from "@/lib/notes/service.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(listAreaNotes, ({ actor, query }) => notesOf(actor, query)),
});
