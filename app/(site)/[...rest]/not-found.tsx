import { NoPage } from "@/components/ui/no-page";

export default function NotFound() {
  return <NoPage />;
}
