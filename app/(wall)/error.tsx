"use client";
import { Notice } from "@/components/wall/notice";

/** Retries automatically, because nobody attends a screen. */
export default function WallError() {
  return (
    <Notice title="Cannot see" again={10}>
      Leafwatch could not make this page; most often the database is out of reach. It is tried again every 10
      s.
    </Notice>
  );
}
