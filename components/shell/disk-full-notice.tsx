"use client";
import { useSite } from "@/components/live/site-context";
import { Icon } from "@/components/ui/icon";
import { useClock } from "@/components/ui/time";
import { siteTime } from "@/lib/base/core/time";

/** Warns about a full disk: its effect for the reader, and what to do. @param since when it was first seen full */
export function DiskFullNotice({ since }: { since: Date }) {
  const { now, zone } = useClock();
  const { user } = useSite();
  return (
    <div className="flex items-start gap-2 border-b border-stale bg-stale-tint px-6 py-2 text-sm text-stale-text max-lg:px-4">
      <Icon name="clock" className="mt-0.5 size-4 shrink-0" />
      <p>
        <span role="alert" className="font-strong">
          The disk has been full since {siteTime(since, zone, now)}: new alerts may be lost, and changes may
          not be saved.
        </span>{" "}
        {user.role === "admin"
          ? "Make room on the disk of the data folder or of the database. Leafwatch then goes on by itself."
          : "Tell your admin. Check the greenhouse until this is gone."}
      </p>
    </div>
  );
}
