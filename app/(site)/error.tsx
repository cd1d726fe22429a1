"use client";
import { FailedPage } from "@/components/ui/plain-page";

export default FailedPage;
