import { Revoked } from "@/components/wall/notice";
import { Pairing } from "@/components/wall/pairing";
import { currentActor, currentScreen } from "@/lib/identity/auth/guard.server";
import { withWords } from "../../page-words.server";
import { ShowWall } from "./show-wall.server";

type Search = { refused?: string };

/** The boards of this screen; in a browser that is none, its pairing. */
async function WallPage({ searchParams }: { searchParams: Promise<Search> }) {
  const screen = await currentScreen();
  if (screen.state === "active") return <ShowWall actor={screen.actor} />;
  if (screen.state === "revoked") return <Revoked name={screen.name} />;
  const { refused } = await searchParams;
  return <Pairing refused={refused !== undefined} preview={(await currentActor()) !== null} />;
}

export default withWords("(wall)/wall", WallPage);
