import { route } from "@/lib/http/route.server";
import { listAreaNotes } from "@/lib/notes/contract";
import { notesOf } from "@/lib/notes/service.server";

export const GET = route(listAreaNotes, ({ actor, query }) => notesOf(actor, query));
