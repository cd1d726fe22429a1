"use client";
import { Notice } from "@/components/wall/notice";
import { useWords } from "@/components/words/words";

/** Retries automatically, because nobody attends a screen. */
export default function WallError() {
  const { t } = useWords();
  return (
    <Notice title={t("wall.cannotSee")} again={10}>
      {t("wall.notice.failed")}
    </Notice>
  );
}
