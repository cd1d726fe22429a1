import { inPathOrder } from "@/lib/base/core/natural-order";
import { nameOf, parentOf } from "@/lib/base/core/paths";

/** One area in the tree; `item` is null for an ancestor that the list did not hold. */
export type TreeNode<T> = {
  path: string;
  name: string;
  depth: number;
  item: T | null;
  children: TreeNode<T>[];
};

/** The areas as a tree, with a quick way from a path to its node. */
export type Tree<T> = { roots: TreeNode<T>[]; byPath: ReadonlyMap<string, TreeNode<T>> };

/** A row of the tree as a virtual list shows it; `position` and `siblings` are for screen readers. */
export type TreeRow<T> = {
  node: TreeNode<T>;
  expanded: boolean;
  position: number;
  siblings: number;
};

/** Builds the tree from a list in any order, names in natural order; ancestors that it lacks are added. */
export function buildTree<T extends { path: string }>(items: readonly T[]): Tree<T> {
  return growTree(inPathOrder(items));
}

/** The same from a list in the order that the tree is to have. */
export function growTree<T extends { path: string }>(items: readonly T[]): Tree<T> {
  const roots: TreeNode<T>[] = [];
  const byPath = new Map<string, TreeNode<T>>();
  const nodeOf = (path: string): TreeNode<T> => {
    const known = byPath.get(path);
    if (known) return known;
    const parentPath = parentOf(path);
    const parent = parentPath === null ? null : nodeOf(parentPath);
    const depth = parent ? parent.depth + 1 : 0;
    const node: TreeNode<T> = { path, name: nameOf(path), depth, item: null, children: [] };
    byPath.set(path, node);
    (parent?.children ?? roots).push(node);
    return node;
  };
  for (const item of items) nodeOf(item.path).item = item;
  return { roots, byPath };
}

/** The tree with the areas right below each one in another order. */
export function sortTree<T>(
  { roots }: Pick<Tree<T>, "roots">,
  compare: (a: TreeNode<T>, b: TreeNode<T>) => number,
): Tree<T> {
  const byPath = new Map<string, TreeNode<T>>();
  const sort = (nodes: readonly TreeNode<T>[]): TreeNode<T>[] =>
    nodes
      .map((node) => {
        const copy = node.children.length > 0 ? { ...node, children: sort(node.children) } : node;
        byPath.set(copy.path, copy);
        return copy;
      })
      .sort(compare);
  return { roots: sort(roots), byPath };
}

const isIn =
  <T>(list: readonly T[]) =>
  (one: T, place: number) =>
    list[place] === one;

/** What of the tree fits, with all that it lies in. */
export function pruneTree<T>(
  { roots }: Pick<Tree<T>, "roots">,
  fits: (node: TreeNode<T>) => boolean,
): Pick<Tree<T>, "roots"> {
  const prune = (nodes: readonly TreeNode<T>[]): TreeNode<T>[] =>
    nodes.flatMap((node) => {
      const children = node.children.length > 0 ? prune(node.children) : node.children;
      if (children.length === 0 && !fits(node)) return [];
      const isWhole = children.length === node.children.length && children.every(isIn(node.children));
      return isWhole ? node : { ...node, children };
    });
  return { roots: prune(roots) };
}

/** The rows that are in view: roots, and what lies below expanded nodes, in order. */
export function visibleRows<T>(
  tree: Pick<Tree<T>, "roots">,
  isExpanded: (path: string) => boolean,
): TreeRow<T>[] {
  const rows: TreeRow<T>[] = [];
  const visit = (nodes: readonly TreeNode<T>[]) => {
    nodes.forEach((node, index) => {
      const expanded = node.children.length > 0 && isExpanded(node.path);
      rows.push({ node, expanded, position: index + 1, siblings: nodes.length });
      if (expanded) visit(node.children);
    });
  };
  visit(tree.roots);
  return rows;
}

/** The row that typed letters lead to: the next after `current`, round to the beginning; null without one. */
export function typeAhead<T>(rows: readonly TreeRow<T>[], current: number, typed: string): number | null {
  const wanted = typed.toLocaleLowerCase();
  for (let step = 1; step <= rows.length; step += 1) {
    const index = (current + step) % rows.length;
    if (rows[index]?.node.name.toLocaleLowerCase().startsWith(wanted)) return index;
  }
  return null;
}

/** The node of a path and all below it, in order. */
export function subtreeOf<T>(node: TreeNode<T>): TreeNode<T>[] {
  return [node, ...node.children.flatMap(subtreeOf)];
}
