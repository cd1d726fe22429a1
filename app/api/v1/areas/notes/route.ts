import { listAreaNotes } from "@/lib/farm/notes/contract";
import { notesOf } from "@/lib/farm/notes/service.server";
import { readRoute } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = readRoute(listAreaNotes, notesOf);
