import type { Person, Random, World } from '../../../../harness/web/host-handler.ts';
import type { Address, Attachment } from '../state/rows.ts';
import type { Cast } from './cast.ts';

/** One mail of a story. A reply quotes the previous mail. */
export type Line = {
  readonly from: Address;
  readonly to: readonly Address[];
  readonly cc?: readonly Address[];
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly text: string;
  readonly files?: readonly Pick<Attachment, 'name' | 'type' | 'text'>[];
};

/** A future thread. `key` is unique among all stories; folders and labels are ids. */
export type Story = {
  readonly key: string;
  readonly subject: string;
  readonly folder: string;
  readonly labels: readonly string[];
  readonly starred: boolean;
  readonly unread: boolean;
  readonly lines: readonly Line[];
};

export type Setting = {
  readonly world: World;
  readonly me: Person;
  readonly cast: Cast;
  /** The random draws of this scene only. */
  readonly random: Random;
};

/** One area of the owner's life, with its mail. */
export type Scene = { readonly id: string; readonly stories: (setting: Setting) => readonly Story[] };
