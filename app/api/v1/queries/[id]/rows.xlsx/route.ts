import { exportRowsXlsx } from "@/lib/history/queries/contract";
import { rowsRoute } from "../rows-route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = rowsRoute(exportRowsXlsx, "xlsx");
