import type { SeverityCounts } from "@/lib/base/core/severity";
import type { TreeArea } from "@/lib/farm/areas/contract";
import type { Tree, TreeNode } from "@/lib/farm/areas/tree";

/** What stands in the tree beside the areas: no path has a NUL, so that none of these is taken for one. */
const FAVOURITES = "\0favourites";
const PLACE_NOT_KNOWN = "\0place-not-known";

export type AreaNode = TreeNode<TreeArea>;
export type AreaForest = Pick<Tree<TreeArea>, "roots">;

const bare = (path: string, name: string, children: AreaNode[] = []): AreaNode => ({
  path,
  name,
  depth: 0,
  item: null,
  children,
});

/** The favourites above the areas, where there are any; the alerts that nobody can place below them. */
export function forestOf(
  tree: Tree<TreeArea>,
  favourites: readonly string[],
  placeNotKnown: SeverityCounts,
): AreaForest {
  const chosen = favourites.flatMap((path): AreaNode[] => {
    const node = tree.byPath.get(path);
    return node ? [{ ...node, path: FAVOURITES + path, depth: 1, children: [] }] : [];
  });
  const unplaced = Object.values(placeNotKnown).some((count) => count > 0);
  return {
    roots: [
      ...(chosen.length > 0 ? [bare(FAVOURITES, "Favourites", chosen)] : []),
      ...tree.roots,
      ...(unplaced ? [bare(PLACE_NOT_KNOWN, "Place not known")] : []),
    ],
  };
}

/** What a row of the tree is. */
export function kindOf(
  node: Pick<AreaNode, "path">,
): "area" | "favourite" | "favourites" | "place-not-known" {
  if (node.path === FAVOURITES) return "favourites";
  if (node.path === PLACE_NOT_KNOWN) return "place-not-known";
  return node.path.startsWith(FAVOURITES) ? "favourite" : "area";
}

/** The favourites stand open until somebody closes them; only that they are closed is kept. */
export function isOpenIn(open: ReadonlySet<string>, path: string): boolean {
  return path === FAVOURITES ? !open.has(FAVOURITES) : open.has(path);
}

/** How `setOpen` is to be called for a row. */
export function openingOf(path: string, opened: boolean): boolean {
  return path === FAVOURITES ? !opened : opened;
}
