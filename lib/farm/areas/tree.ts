import { inPathOrder } from "@/lib/base/core/natural-order";
import { nameOf, parentOf } from "@/lib/base/core/paths";

/** One area in the tree; `item` is null for an ancestor missing from the list. */
export type TreeNode<T> = {
  path: string;
  name: string;
  depth: number;
  item: T | null;
  children: TreeNode<T>[];
};

/** The areas as a tree, with an index of its nodes by path. */
export type Tree<T> = { roots: TreeNode<T>[]; byPath: ReadonlyMap<string, TreeNode<T>> };

/** A row of the tree; `position` counts from 1, for screen readers. */
export type TreeRow<T> = {
  node: TreeNode<T>;
  expanded: boolean;
  position: number;
  siblings: number;
};

/** Builds the tree from a list in any order, names in natural order; missing ancestors are added. */
export function buildTree<T extends { path: string }>(items: readonly T[]): Tree<T> {
  return growTree(inPathOrder(items));
}

/** Builds the tree from a list in the order of the tree; missing ancestors are added. */
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

/** Sorts the children of every area. */
export function sortTree<T>(
  { roots }: Tree<T>,
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

/** The matching nodes with all their ancestors. Subtrees that match as a whole keep their identity. */
export function pruneTree<T>(
  nodes: readonly TreeNode<T>[],
  matches: (node: TreeNode<T>) => boolean,
): TreeNode<T>[] {
  return nodes.flatMap((node) => {
    const children = pruneTree(node.children, matches);
    if (children.length === 0 && !matches(node)) return [];
    const isWhole =
      children.length === node.children.length &&
      children.every((child, place) => child === node.children[place]);
    return isWhole ? node : { ...node, children };
  });
}

/** The rows to show, in order: the nodes, and below expanded ones their children. */
export function visibleRows<T>(
  nodes: readonly TreeNode<T>[],
  isExpanded: (path: string) => boolean,
): TreeRow<T>[] {
  const rows: TreeRow<T>[] = [];
  const visit = (siblings: readonly TreeNode<T>[]) => {
    for (const [index, node] of siblings.entries()) {
      const expanded = node.children.length > 0 && isExpanded(node.path);
      rows.push({ node, expanded, position: index + 1, siblings: siblings.length });
      if (expanded) visit(node.children);
    }
  };
  visit(nodes);
  return rows;
}

/** The index of the next row after `current` whose name begins with `typed`, wrapping around; null if none does. */
export function typeAhead<T>(rows: readonly TreeRow<T>[], current: number, typed: string): number | null {
  const wanted = typed.toLocaleLowerCase();
  for (let step = 1; step <= rows.length; step += 1) {
    const index = (current + step) % rows.length;
    if (rows[index]?.node.name.toLocaleLowerCase().startsWith(wanted)) return index;
  }
  return null;
}

/** A search text, normalised. Every word must be in the path, and one of them, or the whole text, in the own name. */
export type SearchTerms = { text: string; words: string[] };

/** Returns null for an empty text. */
export function parseSearch(typed: string): SearchTerms | null {
  const text = typed.trim().toLocaleLowerCase();
  return text === "" ? null : { text, words: text.split(/[\s›#/]+/u).filter(Boolean) };
}

/** A predicate for the areas that match. */
export function matcher({ text, words }: SearchTerms): (item: { path: string; name: string }) => boolean {
  return (item) => {
    const name = item.name.toLocaleLowerCase();
    if (name.includes(text)) return true;
    if (!words.some((word) => name.includes(word))) return false;
    const path = item.path.toLocaleLowerCase();
    return words.every((word) => path.includes(word));
  };
}

/** The areas that match, in their order. */
export function findAreas<T extends { path: string; name: string }>(
  items: readonly T[],
  wanted: SearchTerms,
): T[] {
  return items.filter(matcher(wanted));
}

/** The most likely match: its name is the text, begins with it, or contains it; else the first. */
export function bestMatch<T extends { name: string }>(
  found: readonly T[],
  { text }: SearchTerms,
): T | undefined {
  const named = found.map((item) => ({ item, name: item.name.toLocaleLowerCase() }));
  const best =
    named.find(({ name }) => name === text) ??
    named.find(({ name }) => name.startsWith(text)) ??
    named.find(({ name }) => name.includes(text));
  return best?.item ?? found[0];
}

/** Splits a name into marked and unmarked parts, marked where the search text is. Joined, they are the name. */
export function markedParts(name: string, { text, words }: SearchTerms): { text: string; marked: boolean }[] {
  const low = name.toLocaleLowerCase();
  // Lower-casing some letters changes their length: then positions in the two do not correspond.
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
