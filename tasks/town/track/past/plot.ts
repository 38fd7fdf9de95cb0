import ferry from './words/ferry.json' with { type: 'json' };
import hall from './words/hall.json' with { type: 'json' };
import lamp from './words/lamp.json' with { type: 'json' };
import park from './words/park.json' with { type: 'json' };
import roof from './words/roof.json' with { type: 'json' };
import site from './words/site.json' with { type: 'json' };

/** One of a list, or a whole number between two. */
type Slot = readonly string[] | readonly [number, number];

export type Speaker = 'author' | 'assignee' | 'helper';
export type Beat = readonly [who: Speaker, text: string];

/**
 * What may befall a place, and what is said about it at each step: when it is asked about, worked on, looked at, done,
 * or dropped for a reason. `again` is how somebody else reports the same.
 */
export type Plot = {
  readonly title: string;
  readonly text: string;
  readonly again: string;
  readonly slots: Readonly<Record<string, Slot>>;
  readonly labels: readonly string[];
  readonly maybe: string;
  readonly hours: readonly [number, number];
  readonly ask: readonly (readonly Beat[])[];
  readonly work: readonly string[];
  readonly review: readonly Beat[];
  readonly done: readonly string[];
  readonly drop: readonly ['not planned' | 'cannot reproduce', string];
};

export type ProjectWords = {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly labels: readonly (readonly [name: string, colour: string, about: string])[];
  /** A label that says the same as another one, and that one. */
  readonly double: readonly [needless: string, wanted: string];
  readonly milestones: readonly (readonly [name: string, about: string])[];
  readonly places: readonly string[];
  readonly plots: readonly Plot[];
};

// Pairs in JSON are typed as lists.
export const projectWords = [roof, ferry, park, lamp, site, hall] as unknown as readonly ProjectWords[];
