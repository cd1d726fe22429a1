import { listDevices } from "@/lib/farm/measurements/contract";
import { listSensors } from "@/lib/farm/measurements/service.server";
import { readRoute } from "@/lib/web/http/route.server";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = readRoute(listDevices, listSensors);
