import { limitActs } from "@/components/live/late-act";
import { retryScripts } from "@/lib/web/api/script-retry";

limitActs();
retryScripts();
