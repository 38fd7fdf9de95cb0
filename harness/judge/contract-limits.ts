export const contractLimits = { nodes: 64, levels: 16 } as const;

/** Where counting stops: enough to say by how much a contract is too large. */
export const maxCounted = 1000;

/** Clauses and levels of what may be a contract, counted no further than a hostile one is worth. */
export function measure(raw: unknown): { nodes: number; levels: number } {
  let nodes = 0;
  let levels = 0;
  const visit = (clause: unknown, level: number) => {
    nodes += 1;
    levels = Math.max(levels, level);
    if (level > contractLimits.levels) return;
    for (const child of childrenOf(clause)) {
      // An array may claim to hold four thousand million children.
      if (nodes >= maxCounted) return;
      visit(child, level + 1);
    }
  };
  visit(raw, 1);
  return { nodes, levels };
}

function childrenOf(clause: unknown): Iterable<unknown> {
  if (clause === null || typeof clause !== 'object') return [];
  const { child, children } = clause as { child?: unknown; children?: unknown };
  if (Array.isArray(children)) return children;
  return child === undefined ? [] : [child];
}
