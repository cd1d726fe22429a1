"use client";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";

/** The buttons of a stage: try, and once it passed, go on. Who has to wait for somebody may go on without it. */
export function StageFoot({
  verb,
  pending,
  passed,
  stored,
  onNext,
}: {
  verb: string;
  pending: boolean;
  passed: boolean;
  /** Something is stored, so that one may go on although the test failed or was not run. */
  stored: boolean;
  onNext: () => void;
}) {
  const foot = useRef<HTMLDivElement>(null);
  const wasPending = useRef(false);
  useEffect(() => {
    // The steps of a test push what comes next below the edge of the window.
    if (wasPending.current && !pending) foot.current?.scrollIntoView({ block: "nearest" });
    wasPending.current = pending;
  }, [pending]);
  return (
    <div ref={foot} className="flex scroll-mb-20 flex-wrap items-center gap-2">
      {passed && !pending ? (
        <>
          <Button variant="primary" onClick={onNext}>
            Continue
          </Button>
          <Button type="submit">Test again</Button>
        </>
      ) : (
        <>
          <Button variant="primary" type="submit" pending={pending}>
            {pending ? "Testing" : verb}
          </Button>
          {stored && !pending && (
            <Button variant="quiet" onClick={onNext}>
              Continue without
            </Button>
          )}
        </>
      )}
    </div>
  );
}
