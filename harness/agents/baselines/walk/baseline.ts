import { dialectOf, noDialect } from '../../../servers/dialects/index.ts';
import type { Task } from '../../../task/task.ts';
import { type AdapterMaker, defineAdapter } from '../../adapter.ts';
import { Hand } from './hand.ts';
import { type Acts, playActs } from './play-acts.ts';

type Baseline = {
  id: string;
  summary: string;
  /** What it does, of the goal and of what pages show alone. */
  acts(hand: Hand, goal: string, trial: number): Acts<null>;
};

/** An adapter of simple rules: what it passes needs no model. Errors of the server do not end it. */
export function defineBaseline({ id, summary, acts }: Baseline): AdapterMaker {
  return defineAdapter({
    id,
    kind: 'baseline',
    summary,
    make: async () => ({
      model: null,
      missing: async (_: Task, server) => (dialectOf(server) ? null : noDialect(server)),
      open: async ({ goal }, server, trial = 1) => {
        const dialect = dialectOf(server);
        if (!dialect) throw new Error(`no dialect of ${server.id}`);
        const hand = new Hand(dialect);
        const { next } = playActs(hand, acts(hand, goal, trial), { pastErrors: true });
        return { session: { next } };
      },
    }),
  });
}
