import { NoPage } from "@/components/ui/plain-page";

export default function NotFound() {
  return <NoPage />;
}
