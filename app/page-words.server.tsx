import "server-only";
import type { ReactNode } from "react";
import { WordsProvider } from "@/components/words/words";
import { type PageName, textsOfPage } from "@/lib/base/words/messages.server";
import { requestLanguage } from "@/lib/web/preferences/language.server";

/** Gives a page, or a frame around pages, the messages that its code in the browser uses. */
export async function PageWords({ page, children }: { page: PageName; children: ReactNode }) {
  const language = await requestLanguage();
  return (
    <WordsProvider language={language} texts={textsOfPage(page, language)}>
      {children}
    </WordsProvider>
  );
}

/** A page with the messages that its code in the browser uses. @param name its folder within `app` */
export function withWords<Props extends object>(
  name: PageName,
  Page: (props: Props) => ReactNode | Promise<ReactNode>,
) {
  return (props: Props) => (
    <PageWords page={name}>
      <Page {...props} />
    </PageWords>
  );
}
