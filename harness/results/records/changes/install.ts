import { formatBytes, formatCount } from '../../../platform/words/format.ts';
import type { Install } from '../parts/install.ts';
import { pairWords } from './change-words.ts';
import { isChanged, type Pair, type PartChange, pairOf } from './part-change.ts';

export type InstallChange = {
  node: Pair<string | null>;
  bytes: Pair<number>;
  packages: Pair<number>;
  /** Packages with an install script. */
  scripts: Pair<string[]>;
};

export const installChange: PartChange<Install, InstallChange> = {
  compare: (before, after) => ({
    node: pairOf(before, after, ({ node }) => node),
    bytes: pairOf(before, after, ({ bytes }) => bytes),
    packages: pairOf(before, after, ({ packages }) => packages),
    scripts: pairOf(before, after, ({ scripts }) => scripts),
  }),
  lines({ node, bytes, packages, scripts }) {
    const listed = pairOf(scripts.from, scripts.to, (names) => names.join(', ') || 'none');
    const rounded = pairOf(bytes.from, bytes.to, formatBytes);
    const isHidden = isChanged(bytes) && !isChanged(rounded);
    const sizes = isHidden ? pairOf(bytes.from, bytes.to, (of) => `${formatCount(of)} bytes`) : rounded;
    return [
      ...(isChanged(node) ? [`Node: ${node.from ?? 'any'} -> ${node.to ?? 'any'}`] : []),
      ...(isChanged(listed) ? [`install scripts: ${pairWords(listed)}`] : []),
      ...(isChanged(bytes) || isChanged(packages)
        ? [`size: ${pairWords(sizes)}; packages: ${pairWords(packages)}`]
        : []),
    ];
  },
};
