/** The draft of a screen's form. Pure. */
import { type Board, plainBoard } from "@/lib/display/screens/boards";
import type { NewScreen, ScreenLine } from "@/lib/display/screens/contract";

/** `key` stays with a board while others move; `pace` are its seconds as they are typed. */
export type BoardDraft = Omit<Board, "seconds"> & { key: number; pace: string };
export type ScreenDraft = Omit<NewScreen, "boards" | "place"> & { place: string; boards: BoardDraft[] };

const drafted = ({ seconds, ...board }: Board, key: number): BoardDraft => ({
  ...board,
  key,
  pace: seconds === null ? "" : String(seconds),
});

/** The tenancy that a form begins with: the given one, else the only one; of several none, so that none is taken unseen. */
export function startTenancy(tenancies: readonly { tenantId: string }[], given?: string): string {
  const [first, ...others] = tenancies;
  return given ?? (others.length === 0 ? first?.tenantId : undefined) ?? "";
}

/** A new screen: alerts and areas of the whole farm. */
export function newDraft(tenantId: string): ScreenDraft {
  const boards = [plainBoard("alerts"), plainBoard("areas")].map(drafted);
  return { name: "", place: "", tenantId, boards, sound: false };
}

/** The draft of a stored screen. */
export function toDraft(screen: ScreenLine, startTenantId: string): ScreenDraft {
  const { name, place, tenantId, boards, sound } = screen;
  return {
    ...{ name, sound, place: place ?? "" },
    ...{ tenantId: tenantId ?? startTenantId, boards: boards.map(drafted) },
  };
}

/** The input of the action. A pace that is no whole number becomes 0, which the server rejects at its field. */
export function toInput({ boards, ...screen }: ScreenDraft): NewScreen {
  return {
    ...screen,
    boards: boards.map(({ key: _, pace, ...board }) => ({
      ...board,
      seconds: pace.trim() === "" ? null : /^\d{1,4}$/.test(pace.trim()) ? Number(pace) : 0,
    })),
  };
}

/** The draft for another tenancy, which has other areas. */
export function switchTenancy(draft: ScreenDraft, tenantId: string): ScreenDraft {
  if (tenantId === draft.tenantId) return draft;
  return { ...draft, tenantId, boards: draft.boards.map((board) => ({ ...board, path: null })) };
}

/** Adds a board at the end. */
export function addBoard(boards: readonly BoardDraft[]): BoardDraft[] {
  const key = Math.max(-1, ...boards.map((board) => board.key)) + 1;
  return [...boards, drafted(plainBoard("areas"), key)];
}

/** Moves a board by a number of places. */
export function moveBoard(boards: readonly BoardDraft[], from: number, by: number): BoardDraft[] {
  const board = boards[from];
  const to = from + by;
  if (!board || to < 0 || to >= boards.length) return [...boards];
  const rest = boards.toSpliced(from, 1);
  return rest.toSpliced(to, 0, board);
}
