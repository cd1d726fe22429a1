import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { jobHref } from "@/lib/farm/jobs/rules";

/** A growth job by its name, or where that is not at hand by its id, as a link to its page. */
export function JobLink({
  jobId,
  name = jobId,
  className,
}: {
  jobId: string;
  name?: string;
  className?: string;
}) {
  return (
    <Link href={jobHref(jobId)} title={jobId} className={cx("hover:text-accent hover:underline", className)}>
      <bdi>{name}</bdi>
    </Link>
  );
}
