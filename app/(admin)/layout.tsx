import { SiteFrame } from "@/app/(site)/site-frame.server";
import { withWords } from "../page-words.server";

/** The frame also surrounds answers such as "not allowed" and "not found". */
export default withWords("(admin) frame", SiteFrame);
