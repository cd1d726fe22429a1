import { SiteFrame } from "@/app/(site)/site-frame.server";

/** The frame also surrounds answers such as "not allowed" and "not found". */
export default SiteFrame;
