import { NoPage } from "@/components/ui/plain-page";

export default NoPage;
