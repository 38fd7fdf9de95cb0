import type { PartId } from '../../results/records/parts/index.ts';
import type { PartWork } from './part.ts';

/** A part of `servers measure`: a member of the open set. The work is loaded on demand, because every command line loads this file. */
export type Part = {
  id: PartId;
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
    needs: 'npm',
    work: async () => (await import('../install/measure-install.ts')).installWork,
  },
  {
    id: 'tools',
    work: async () => (await import('../tools/measure-tools.ts')).toolsWork,
  },
  {
    id: 'cost',
    needs: 'mapping',
    cell: 'task',
    work: async () => (await import('../costs/measure-costs.ts')).costWork,
  },
  {
    id: 'capabilities',
    needs: 'mapping',
    cell: 'capability',
    work: async () => (await import('../capabilities/measure-capabilities.ts')).capabilitiesWork,
  },
  {
    id: 'exposure',
    needs: 'mapping',
    work: async () => (await import('../channels/read-channels.ts')).exposureWork,
  },
  {
    id: 'honesty',
    needs: 'mapping',
    cell: 'trap',
    work: async () => (await import('../honesty/honesty.ts')).honestyWork,
  },
  {
    id: 'reach',
    cell: 'target',
    work: async () => (await import('../reach/measure-reach.ts')).reachWork,
  },
];
