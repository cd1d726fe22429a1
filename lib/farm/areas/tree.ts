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

/**
 * Looking for areas while somebody types: every word has to stand in the path, and one of them, or the whole text,
 * in the area's own name. Pure.
 */

/** What was typed, ready to be compared; null where nothing was. */
export type SearchTerms = { text: string; words: string[] };

export function parseSearch(typed: string): SearchTerms | null {
  const text = folded(typed.trim());
  return text === "" ? null : { text, words: text.split(/[\s›#/]+/u).filter(Boolean) };
}

const folded = (text: string) => text.toLocaleLowerCase();

/** Whether an area fits. */
export function matcher({ text, words }: SearchTerms): (item: { path: string; name: string }) => boolean {
  return (item) => {
    const name = folded(item.name);
    if (name.includes(text)) return true;
    if (!words.some((word) => name.includes(word))) return false;
    const path = folded(item.path);
    return words.every((word) => path.includes(word));
  };
}

/** The areas that fit, in the order that they came in. */
export function findAreas<T extends { path: string; name: string }>(
  items: readonly T[],
  wanted: SearchTerms,
): T[] {
  return items.filter(matcher(wanted));
}

/** Which one is meant most likely: its name is the text, begins with it, holds it; else the first. */
export function bestMatch<T extends { name: string }>(
  found: readonly T[],
  { text }: SearchTerms,
): T | undefined {
  const fits = [
    (name: string) => name === text,
    (name: string) => name.startsWith(text),
    (name: string) => name.includes(text),
  ];
  for (const isMeant of fits) {
    const item = found.find(({ name }) => isMeant(folded(name)));
    if (item) return item;
  }
  return found[0];
}

/** A name in parts, those that were looked for marked. Put together they are the name. */
export function markedParts(name: string, { text, words }: SearchTerms): { text: string; marked: boolean }[] {
  const low = folded(name);
  // Some letters change their number when they become small: then no place in the one is a place in the other.
  if (low.length !== name.length) return [{ text: name, marked: false }];
  const marked = new Array<boolean>(name.length).fill(false);
  for (const word of low.includes(text) ? [text] : words)
    for (let at = low.indexOf(word); at >= 0; at = low.indexOf(word, at + word.length))
      marked.fill(true, at, at + word.length);
  const parts: { text: string; marked: boolean }[] = [];
  for (let at = 0; at < name.length; at += 1) {
    const last = parts.at(-1);
    const isMarked = marked[at] ?? false;
    if (last?.marked === isMarked) last.text += name.charAt(at);
    else parts.push({ text: name.charAt(at), marked: isMarked });
  }
  return parts;
}
