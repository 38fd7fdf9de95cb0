import type { PartId } from '../../results/records/parts/index.ts';
import type { PartWork } from './part.ts';

/** A part of `servers measure`: a member of the open set. The work is loaded on demand, because every command line loads this file. */
export type Part = {
  id: PartId;
  summary: string;
  /** `npm`: it measures the package. `mapping`: it plays reference solutions or readings of a tool mapping. */
  needs?: 'npm' | 'mapping';
  /** What `--cell` names; absent: the part has no cells. */
  cell?: string;
  work(): Promise<PartWork<{ editionSha256: string }>>;
};

/** In the order of the record. */
export const parts: readonly Part[] = [
  {
    id: 'install',
    summary: 'what installing the release brings: size, packages, install scripts',
    needs: 'npm',
    work: async () => (await import('../install/measure-install.ts')).installWork,
  },
  {
    id: 'tools',
    summary: 'the tokens of the tool list, tool by tool',
    work: async () => (await import('../tools/measure-tools.ts')).toolsWork,
  },
  {
    id: 'cost',
    summary: 'tokens, calls and times of the same reference solutions',
    needs: 'mapping',
    cell: 'task',
    work: async () => (await import('../costs/measure-costs.ts')).costWork,
  },
  {
    id: 'capabilities',
    summary: 'what it can do by its own tools, and what by script',
    needs: 'mapping',
    cell: 'capability',
    work: async () => (await import('../capabilities/measure-capabilities.ts')).capabilitiesWork,
  },
  {
    id: 'exposure',
    summary: 'which hidden texts of a page reach its answers',
    needs: 'mapping',
    work: async () => (await import('../channels/read-channels.ts')).exposureWork,
  },
];
