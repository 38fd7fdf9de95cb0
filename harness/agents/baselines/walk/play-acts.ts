import { setTimeout as delay } from 'node:timers/promises';
import type { Said } from '../../../servers/dialects/dialect.ts';
import type { AdapterSession } from '../../adapter.ts';
import { type Hand, toMove } from './hand.ts';

/** What is to be done next: a call whose answer the hand hears, or a pause. */
type Act = { say: Said } | { pauseMs: number };

export type Acts<Result> = Generator<Act, Result, undefined>;

/** Characters of an error of the server that its episode repeats. */
const maxSaid = 300;

/**
 * Sends what the acts say, until they end. An answer that is an error is thrown where its call was said, unless the acts
 * go on `pastErrors`.
 */
export function playActs(
  hand: Hand,
  acts: Acts<string | null>,
  { pastErrors }: { pastErrors: boolean },
): Pick<AdapterSession, 'next'> & { ended(): { answer: string | null } | null } {
  let end: { answer: string | null } | null = null;
  return {
    next: async (last, { signal }) => {
      hand.hear(last);
      const refused = last?.isError && !pastErrors ? last.text.slice(0, maxSaid) : null;
      let act = refused === null ? acts.next() : acts.throw(new Error(`the server answered: ${refused}`));
      while (!act.done) {
        if ('say' in act.value) return toMove(act.value.say);
        await delay(act.value.pauseMs, undefined, { signal });
        act = acts.next();
      }
      end = { answer: act.value };
      return { kind: 'done' };
    },
    ended: () => end,
  };
}
