import type { Metadata } from "next";
import { AccountView } from "@/components/account/account-view";
import { passwordsWork } from "@/lib/identity/auth/sign-in.server";
import { readAccount } from "@/lib/identity/users/account-service.server";
import { withWords } from "../../page-words.server";
import { currentTenancy } from "../current-tenancy.server";

export const metadata: Metadata = { title: "Account" };

async function AccountPage() {
  const { actor } = await currentTenancy();
  return <AccountView account={await readAccount(actor)} hasPasswords={passwordsWork()} />;
}

export default withWords("(site)/account", AccountPage);
