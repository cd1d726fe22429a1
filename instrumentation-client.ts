import { limitActs } from "@/components/live/acts";

limitActs();
