import * as z from 'zod';
import type { FactsOf, NeedOf } from './fact-kinds/fact-kind.ts';
import { factKinds } from './fact-kinds/index.ts';
import type { operators } from './operators/index.ts';
import { noPage, PageState } from './page-state.ts';

type Kind = Extract<(typeof operators)[number], { facts: unknown }>['facts'][number];

/**
 * The harness's observations of the browser for one contract: what the contract's `needs` asked for, and nothing else.
 * A missing entry is therefore a fault of the collector, judged inconclusive and never failed.
 */
export type Facts = FactsOf<Kind>;

/** One fact that the harness must collect before a clause can be judged. */
export type Need = NeedOf<Kind>;

/** The order of fields in saved facts; the fields of other kinds follow. */
const savedFirst =
  'url urlLength unreadable texts counts requests scanned marks dialog screenshot screenshotClasses'.split(
    ' ',
  );

const shape: z.ZodRawShape = inSavedOrder(
  Object.assign({}, PageState.shape, ...factKinds.map((kind) => kind.shape)),
);
// The shapes in the list have no static types of their own; `Facts` gives them.
export const Facts = z.strictObject(shape) as unknown as z.ZodType<Facts>;

/** Facts without any observation: the base of the operators' examples. */
export const nothingCollected: Facts = factsOf(
  noPage,
  factKinds.map((kind) => kind.nothing),
);

/** Facts made of the page state and the fields of every kind, in the order in which they are saved. */
export function factsOf(page: PageState, fields: readonly object[]): Facts {
  return inSavedOrder(Object.assign({}, page, ...fields));
}

function inSavedOrder<T extends object>(fields: T): T {
  const first: Record<string, unknown> = {};
  for (const key of savedFirst) if (Object.hasOwn(fields, key)) first[key] = undefined;
  return Object.assign(first, fields);
}
