/**
 * A tree as the rows that are in sight, and where a key leads from one of them, in the manner that screen readers
 * announce for trees: up and down by rows, right opens or enters, left closes or goes to the parent.
 */
export interface TreeNode<Node> {
  readonly id: string;
  readonly children: readonly Node[];
}

export interface TreeRow<Node> {
  readonly node: Node;
  /** From 1. */
  readonly level: number;
  readonly place: number;
  readonly siblings: number;
  /** Null for a leaf. */
  readonly isOpen: boolean | null;
  readonly parentId: string | null;
}

export function visibleRows<Node extends TreeNode<Node>>(
  nodes: readonly Node[],
  closed: ReadonlySet<string>,
  under: { readonly level: number; readonly parentId: string | null } = { level: 1, parentId: null },
): readonly TreeRow<Node>[] {
  return nodes.flatMap((node, index) => {
    const isOpen = node.children.length === 0 ? null : !closed.has(node.id);
    const row = { node, ...under, place: index + 1, siblings: nodes.length, isOpen };
    if (isOpen !== true) return [row];
    return [row, ...visibleRows(node.children, closed, { level: under.level + 1, parentId: node.id })];
  });
}

export type TreeMove =
  | { readonly kind: 'go'; readonly id: string }
  | { readonly kind: 'open' | 'close'; readonly id: string };

/** Null where the key means nothing there. */
export function moveInTree<Node extends TreeNode<Node>>(
  rows: readonly TreeRow<Node>[],
  id: string,
  key: string,
): TreeMove | null {
  const at = rows.findIndex(({ node }) => node.id === id);
  const row = rows[at];
  if (row === undefined) return null;
  const go = (target: string | null | undefined): TreeMove | null =>
    target === null || target === undefined ? null : { kind: 'go', id: target };
  switch (key) {
    case 'ArrowDown':
      return go(rows[at + 1]?.node.id);
    case 'ArrowUp':
      return go(rows[at - 1]?.node.id);
    case 'Home':
      return go(rows[0]?.node.id);
    case 'End':
      return go(rows.at(-1)?.node.id);
    case 'ArrowRight':
      if (row.isOpen === null) return null;
      return row.isOpen ? go(rows[at + 1]?.node.id) : { kind: 'open', id };
    case 'ArrowLeft':
      return row.isOpen === true ? { kind: 'close', id } : go(row.parentId);
    default:
      return null;
  }
}
