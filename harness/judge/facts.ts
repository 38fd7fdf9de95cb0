import * as z from 'zod';
import type { FactsOf, NeedOf } from './fact-kinds/fact-kind.ts';
import { factKinds } from './fact-kinds/index.ts';
import type { operators } from './operators/index.ts';
import { noPage, PageState } from './page-state.ts';

type Kind = Extract<(typeof operators)[number], { facts: unknown }>['facts'][number];

/**
 * What the harness saw of the browser for one contract. Holds what the contract's `needs` asked for and
 * nothing else, so a missing entry is a fault of the collector, judged inconclusive and never failed.
 */
export type Facts = FactsOf<Kind>;

/** One thing the harness must collect before a clause can be judged. */
export type Need = NeedOf<Kind>;

/** The order in which facts have always been saved; the fields of other kinds follow. */
const savedFirst =
  'url urlLength unreadable texts counts requests scanned marks dialog screenshot screenshotClasses'.split(
    ' ',
  );

const shape: z.ZodRawShape = inSavedOrder(
  Object.assign({}, PageState.shape, ...factKinds.map((kind) => kind.shape)),
);
// The shapes of a list have no types of their own; `Facts` says what they are.
export const Facts = z.strictObject(shape) as unknown as z.ZodType<Facts>;

/** Facts of a look that collected nothing: what the examples of the operators are laid over. */
export const nothingCollected: Facts = factsOf(
  noPage,
  factKinds.map((kind) => kind.nothing),
);

/** One set of facts, of the state of the page and the fields of every kind, in the order in which they are saved. */
export function factsOf(page: PageState, fields: readonly object[]): Facts {
  return inSavedOrder(Object.assign({}, page, ...fields));
}

function inSavedOrder<T extends object>(fields: T): T {
  const first: Record<string, unknown> = {};
  for (const key of savedFirst) if (Object.hasOwn(fields, key)) first[key] = undefined;
  return Object.assign(first, fields);
}
