import { limitActs } from "@/components/live/late-act";

limitActs();
