import { listMeasurements } from "@/lib/farm/measurements/contract";
import { listMeasurementsPage } from "@/lib/farm/measurements/service.server";
import { readRoute } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = readRoute(listMeasurements, listMeasurementsPage);
