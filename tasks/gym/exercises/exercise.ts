import type { Json, Person, Random } from '../../../harness/web/host-handler.ts';
import type { Markup } from '../host/sheet.ts';

/** What an exercise is drawn as for a seed; its template finds it in the table `exercises` of gym.test. */
export type Drawn = { readonly [field: string]: Json };

/** A request for a page of an exercise, its path and form read. */
export type Visit = {
  readonly method: 'GET' | 'POST';
  /** What follows `/<id>/`: empty for its first page. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Of a form, whose files are `files`; empty without one. */
  readonly form: URLSearchParams;
  readonly files: readonly { readonly field: string; readonly name: string; readonly text: string }[];
  /** Of which site the page is that has asked for it as a frame, as the browser says; null where it is no frame. */
  readonly framedBy: 'same site' | 'other site' | null;
  /** Value of a cookie of this host; empty without one. */
  cookie(name: string): string;
};

/** What an exercise can do in an episode, beside answering. */
export type Bench = {
  /** Adds a row to the table `deeds`, by which the exercise is judged: `{ exercise: <id>, ...fields }`. */
  record(fields: { readonly [field: string]: Json }): void;
  readonly person: Person;
  /** ISO 8601, UTC: the same in every world. */
  readonly now: string;
};

/** The content of a page below its heading, a whole response, or nothing: then the page is not found. */
export type Given = Markup | Response | undefined;

/** One capability of a browser server, put to the test on pages of its own below `https://gym.test/<id>/`. */
export type Exercise<D extends Drawn = Drawn> = {
  /** That of the capability. */
  readonly id: string;
  /** The heading of its pages. */
  readonly title: string;
  /** Draws by `random` alone; JSON. */
  draw(random: Random): D;
  /** Called once an episode: what its closure remembers is fresh. */
  open(drawn: D, bench: Bench): (visit: Visit) => Given;
  /** Pages of another site, `https://embed.test/<id>/`, that it puts into frames; made as `open` is, with a closure of its own. */
  openEmbedded?(drawn: D, bench: Bench): (visit: Visit) => Given;
};

/** Its drawn values are known to itself alone. */
export function defineExercise<D extends Drawn>(exercise: Exercise<D>): Exercise {
  // What it is opened with is what its own `draw` returned.
  return exercise as unknown as Exercise;
}
