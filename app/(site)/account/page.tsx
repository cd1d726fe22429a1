import type { Metadata } from "next";
import { AccountView } from "@/components/account/account-view";
import { passwordsWork } from "@/lib/identity/auth/sign-in.server";
import { readAccount } from "@/lib/identity/users/account-service.server";
import { requestWords } from "@/lib/web/preferences/language.server";
import { withWords } from "../../page-words.server";
import { currentTenancy } from "../current-tenancy.server";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestWords()).t("account.title") };
}

async function AccountPage() {
  const { actor } = await currentTenancy();
  return <AccountView account={await readAccount(actor)} hasPasswords={passwordsWork()} />;
}

export default withWords("(site)/account", AccountPage);
