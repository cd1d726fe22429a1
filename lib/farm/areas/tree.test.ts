import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { comparePaths } from "@/lib/base/core/natural-order";
import { isWithin } from "@/lib/base/core/paths";
import {
  bestMatch,
  buildTree,
  findAreas,
  markedParts,
  parseSearch,
  pruneTree,
  sortTree,
  type TreeNode,
  typeAhead,
  visibleRows,
} from "./tree";

const areas = (...paths: string[]) => paths.map((path) => ({ path }));

const all = () => true;

function subtreeOf<T>(node: TreeNode<T>): TreeNode<T>[] {
  return [node, ...node.children.flatMap(subtreeOf)];
}

describe("the tree of areas", () => {
  test("sorts names in natural order", () => {
    const tree = buildTree(areas("A#Bench 10", "A#Bench 2", "A#Bench 1"));
    expect(visibleRows(tree.roots, all).map((row) => row.node.name)).toEqual([
      "A",
      "Bench 1",
      "Bench 2",
      "Bench 10",
    ]);
  });

  test("adds ancestors missing from the list, without an item", () => {
    const tree = buildTree(areas("A#B#C"));
    expect(tree.byPath.get("A#B")).toMatchObject({ item: null, depth: 1, name: "B" });
    expect(tree.roots).toHaveLength(1);
  });

  test("does not put an area below one whose name is a prefix of its own", () => {
    const tree = buildTree(areas("A#Zone 1", "A#Zone 10", "A#Zone 1#Bench"));
    const zone = tree.byPath.get("A#Zone 1");
    expect(zone && subtreeOf(zone).map((node) => node.path)).toEqual(["A#Zone 1", "A#Zone 1#Bench"]);
  });

  test("accepts empty levels, slashes, quotes and other scripts as names", () => {
    const odd = ["A##B", "#A", 'A#50 %/"x"', "温室#苗床 2", "A#'"];
    const tree = buildTree(areas(...odd));
    for (const path of odd) expect(tree.byPath.get(path)?.item).toEqual({ path });
    expect(tree.byPath.get("")?.children.map((node) => node.path)).toEqual(["#A"]);
  });

  test("hides rows below a closed node and numbers each among its siblings", () => {
    const tree = buildTree(areas("A#1", "A#2", "B#1"));
    const rows = visibleRows(tree.roots, (path) => path === "A");
    expect(rows.map((row) => [row.node.path, row.position, row.siblings, row.expanded])).toEqual([
      ["A", 1, 2, true],
      ["A#1", 1, 2, false],
      ["A#2", 2, 2, false],
      ["B", 2, 2, false],
    ]);
  });

  test("sorts the children of every area, without changing the original tree", () => {
    const tree = buildTree(areas("A#1#x", "A#1#y", "A#2", "B"));
    const backwards = sortTree(tree, (a, b) => (a.path < b.path ? 1 : -1));
    const paths = visibleRows(backwards.roots, all).map((row) => row.node.path);
    expect(paths).toEqual(["B", "A", "A#2", "A#1", "A#1#y", "A#1#x"]);
    expect(backwards.byPath.get("A#1")?.children.map((node) => node.name)).toEqual(["y", "x"]);
    expect(tree.byPath.get("A#1")?.children.map((node) => node.name)).toEqual(["x", "y"]);
  });

  test("keeps matches with their ancestors, and drops everything else", () => {
    const tree = buildTree(areas("A#1#x", "A#1#y", "A#2#x", "A#3", "B#3", "C"));
    const fitting = (...names: string[]) =>
      visibleRows(
        pruneTree(tree.roots, (node) => names.includes(node.name)),
        all,
      ).map((row) => row.node.path);
    expect(fitting("x")).toEqual(["A", "A#1", "A#1#x", "A#2", "A#2#x"]);
    expect(fitting("1", "3")).toEqual(["A", "A#1", "A#3", "B", "B#3"]);
    expect(fitting("nothing")).toEqual([]);
    expect(visibleRows(tree.roots, all)).toHaveLength(10);
  });

  test("type-ahead goes to the next row with the prefix and wraps around", () => {
    const rows = visibleRows(buildTree(areas("Ash", "Beech", "birch")).roots, all);
    expect(typeAhead(rows, 0, "b")).toBe(1);
    expect(typeAhead(rows, 1, "b")).toBe(2);
    expect(typeAhead(rows, 2, "B")).toBe(1);
    expect(typeAhead(rows, 0, "x")).toBeNull();
  });

  test("for any paths, a subtree holds exactly the paths within it, in path order", () => {
    const level = fc.constantFrom("A", "A1", "A10", "A2", "", "a", "é");
    const path = fc.array(level, { minLength: 1, maxLength: 4 }).map((levels) => levels.join("#"));
    fc.assert(
      fc.property(fc.uniqueArray(path, { minLength: 1, maxLength: 30 }), (paths) => {
        const tree = buildTree(areas(...paths));
        const known = [...tree.byPath.keys()];
        for (const [ancestor, node] of tree.byPath) {
          const inside = known.filter((other) => isWithin(other, ancestor)).sort(comparePaths);
          expect(subtreeOf(node).map((below) => below.path)).toEqual(inside);
        }
      }),
    );
  });
});

const areasAt = (...paths: string[]) =>
  paths.map((path) => ({ path, name: path.slice(path.lastIndexOf("#") + 1) }));

const find = (items: { path: string; name: string }[], typed: string) => {
  const wanted = parseSearch(typed);
  return wanted ? findAreas(items, wanted).map(({ path }) => path) : [];
};

describe("search", () => {
  const farm = areasAt(
    "Farm#House 1#Bench 2",
    "Farm#House 2#Bench 1",
    "Farm#House 2#Bench 19",
    "Farm#House 2",
  );

  test("finds by part of the name, ignoring case", () => {
    expect(find(farm, " BENCH 1 ")).toEqual([
      "Farm#House 1#Bench 2",
      "Farm#House 2#Bench 1",
      "Farm#House 2#Bench 19",
    ]);
    expect(find(farm, "enc")).toHaveLength(3);
    expect(find(farm, "nothing")).toEqual([]);
  });

  test("finds by several words, some of them naming ancestors", () => {
    expect(find(farm, "house 2 bench 19")).toEqual(["Farm#House 2#Bench 19"]);
    expect(find(farm, "farm")).toEqual([]);
  });

  test("empty text is no search", () => expect(parseSearch("  ")).toBeNull());

  test("the best match has exactly the name, else begins with it", () => {
    const wanted = parseSearch("bench 1");
    const found = areasAt("A#Bench 19", "B#My bench 1", "C#Bench 1");
    expect(wanted && bestMatch(found, wanted)?.path).toBe("C#Bench 1");
    expect(wanted && bestMatch(found.slice(0, 2), wanted)?.path).toBe("A#Bench 19");
    expect(wanted && bestMatch([], wanted)).toBeUndefined();
  });

  test("marks the search text in a name", () => {
    const marked = (name: string, typed: string) => {
      const wanted = parseSearch(typed);
      return wanted
        ? markedParts(name, wanted).map((part) => (part.marked ? `[${part.text}]` : part.text))
        : [];
    };
    expect(marked("My Bench 1", "bench")).toEqual(["My ", "[Bench]", " 1"]);
    expect(marked("House 2", "house 2 bench")).toEqual(["[House]", " ", "[2]"]);
    expect(marked("İstanbul", "ist")).toEqual(["İstanbul"]);
  });

  test("for any name and text, the parts add up to the name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), (name, typed) => {
        const wanted = parseSearch(typed);
        if (wanted)
          expect(
            markedParts(name, wanted)
              .map(({ text }) => text)
              .join(""),
          ).toBe(name);
      }),
    );
  });
});
