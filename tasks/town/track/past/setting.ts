import type { Person, Random, World } from '../../../../harness/web/host-handler.ts';
import type { Label, Milestone } from '../state/rows.ts';
import type { ProjectWords } from './plot.ts';

export type Setting = {
  readonly world: World;
  /** The random draws of this project only. */
  readonly random: Random;
  readonly words: ProjectWords;
  readonly labels: readonly Label[];
  readonly milestones: readonly Milestone[];
  readonly hands: readonly Person[];
  readonly reporters: readonly Person[];
};
