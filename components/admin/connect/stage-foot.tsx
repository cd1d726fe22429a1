"use client";
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
  return (
    <div className="flex flex-wrap items-center gap-2">
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
