import { inPathOrder } from "@/lib/core/natural-order";
import { nameOf, parentOf, withAncestors } from "@/lib/core/paths";

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

/**
 * Builds the tree from a list in any order; ancestors that it lacks are added.
 * @param compare the order of areas right below one; natural order of names unless given
 */
export function buildTree<T extends { path: string }>(
  items: readonly T[],
  compare?: (a: TreeNode<T>, b: TreeNode<T>) => number,
): Tree<T> {
  const byPath = new Map<string, TreeNode<T>>();
  for (const item of compare ? items : inPathOrder(items)) {
    for (const path of withAncestors(item.path)) {
      if (!byPath.has(path)) byPath.set(path, emptyNode(path));
    }
    const node = byPath.get(item.path);
    if (node) node.item = item;
  }
  const roots: TreeNode<T>[] = [];
  for (const node of byPath.values()) siblingsOf(node, roots, byPath).push(node);
  if (compare)
    for (const list of [roots, ...[...byPath.values()].map((node) => node.children)]) list.sort(compare);
  return { roots, byPath };
}

function emptyNode<T>(path: string): TreeNode<T> {
  return { path, name: nameOf(path), depth: withAncestors(path).length - 1, item: null, children: [] };
}

function siblingsOf<T>(
  node: TreeNode<T>,
  roots: TreeNode<T>[],
  byPath: ReadonlyMap<string, TreeNode<T>>,
): TreeNode<T>[] {
  const parent = parentOf(node.path);
  return (parent === null ? undefined : byPath.get(parent)?.children) ?? roots;
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
