import { NoPage } from "@/components/ui/plain-page";

export default function NotFound() {
  return (
    <main className="px-4">
      <NoPage />
    </main>
  );
}
