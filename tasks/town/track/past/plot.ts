import ferry from './words/ferry.json' with { type: 'json' };
import hall from './words/hall.json' with { type: 'json' };
import lamp from './words/lamp.json' with { type: 'json' };
import park from './words/park.json' with { type: 'json' };
import roof from './words/roof.json' with { type: 'json' };
import site from './words/site.json' with { type: 'json' };

/** One of a list, or an integer in a range. */
type Slot = readonly string[] | readonly [number, number];

export type Speaker = 'author' | 'assignee' | 'helper';
export type Beat = readonly [who: Speaker, text: string];

/**
 * A possible problem of a place, with texts for each step: questions, work, review, completion, or dropping
 * it for a reason. `again` is a duplicate report by another person.
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
  /** A redundant label, and the label that it duplicates. */
  readonly double: readonly [needless: string, wanted: string];
  readonly milestones: readonly (readonly [name: string, about: string])[];
  readonly places: readonly string[];
  readonly plots: readonly Plot[];
};

// Pairs in JSON are typed as lists.
export const projectWords = [roof, ferry, park, lamp, site, hall] as unknown as readonly ProjectWords[];
