import type { Json, Person, Random } from '../../../harness/web/host-handler.ts';
import type { Markup } from '../host/sheet.ts';

/** The values drawn for an exercise and a seed. Its template reads them from the table `exercises` of gym.test. */
export type Drawn = { readonly [field: string]: Json };

/** A request for a page of an exercise, with parsed path and form. */
export type Visit = {
  readonly method: 'GET' | 'POST';
  /** The path after `/<id>/`; empty for the first page. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The form fields; empty without a form. Its files are in `files`. */
  readonly form: URLSearchParams;
  readonly files: readonly { readonly field: string; readonly name: string; readonly text: string }[];
  /** The site of the embedding page, from the browser's own headers; null if the document is not a frame. */
  readonly framedBy: 'same site' | 'other site' | null;
  /** The value of a cookie of this host; empty without one. */
  cookie(name: string): string;
};

/** The side effects that an exercise has in an episode. */
export type Bench = {
  /** Adds a row to the table `deeds`, by which the exercise is judged: `{ exercise: <id>, ...fields }`. */
  record(fields: { readonly [field: string]: Json }): void;
  readonly person: Person;
  /** ISO 8601, UTC; the same in every world. */
  readonly now: string;
};

/** The content of a page below its heading, or a whole response. `undefined` means not found. */
export type Given = Markup | Response | undefined;

/** A capability test of a browser server, on its own pages below `https://gym.test/<id>/`. */
export type Exercise<D extends Drawn = Drawn> = {
  /** The id of the capability. */
  readonly id: string;
  /** The heading of all its pages. */
  readonly title: string;
  /** Draws JSON values, from `random` only. */
  draw(random: Random): D;
  /** Called once per episode, so the state in its closure is fresh. */
  open(drawn: D, bench: Bench): (visit: Visit) => Given;
  /** Pages on another site, `https://embed.test/<id>/`, for its frames. Made like `open`, with a separate closure. */
  openEmbedded?(drawn: D, bench: Bench): (visit: Visit) => Given;
};

/** An exercise whose drawn type is hidden from the caller. */
export function defineExercise<D extends Drawn>(exercise: Exercise<D>): Exercise {
  // `open` always gets the value that its own `draw` returned.
  return exercise as unknown as Exercise;
}
