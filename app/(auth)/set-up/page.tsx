import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SetUpForm } from "@/components/auth/forms";
import { needsSetUp } from "@/lib/identity/auth/service.server";

export const metadata: Metadata = { title: "First start" };

export default async function SetUpPage() {
  if (!(await needsSetUp())) redirect("/sign-in");
  return (
    <>
      <h1 className="text-2xl">First start</h1>
      <p className="mt-1 mb-6 text-ink-2">
        Make the first admin. The one-time code stands in the console in which Leafwatch was started; a
        restart makes a new one.
      </p>
      <SetUpForm />
    </>
  );
}
