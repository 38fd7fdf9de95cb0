import type { Person, Random, World } from '../../../../harness/web/host-handler.ts';
import type { Address, Attachment } from '../state/rows.ts';
import type { Cast } from './cast.ts';

/** One mail of a story. Whoever answers quotes the mail before. */
export type Line = {
  readonly from: Address;
  readonly to: readonly Address[];
  readonly cc?: readonly Address[];
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly text: string;
  readonly files?: readonly Pick<Attachment, 'name' | 'type' | 'text'>[];
};

/** A thread to be: `key` is its own among all stories. Folders and labels by their ids. */
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
  /** The draws of this scene alone. */
  readonly random: Random;
};

/** One part of somebody's life, as its mail tells it. */
export type Scene = { readonly id: string; readonly stories: (setting: Setting) => readonly Story[] };
