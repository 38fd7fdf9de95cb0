import path from 'node:path';
import { simulate } from '../../experiments/simulation/simulate.ts';
import type { Project } from '../../platform/project.ts';
import { docFile } from './doc-file.ts';

const seeds = 2000;

/** Writes what the page on method prints, or says whether it is current; either takes minutes. */
export function simulationsFile({ root }: Project, mode: 'write' | 'check'): Promise<{ current: boolean }> {
  const file = path.join(root, 'site', 'data', 'simulations.json');
  return docFile(file, `${JSON.stringify(simulate(seeds), null, 2)}\n`, mode);
}
