"use client";
import { Notice } from "@/components/wall/notice";

/** Whatever kept the page from being made: a screen has to come back by itself. */
export default function WallError() {
  return (
    <Notice title="Cannot see" again={10}>
      Leafwatch could not make this page; most often the database is out of reach. It is tried again every 10
      s.
    </Notice>
  );
}
