import type { ModelTurnEvent, Turn } from '../agents/built-in-agent.ts';

/** What an episode would lend an adapter, and what the adapter made of it. */
export function turnOf(
  signal = new AbortController().signal,
): Turn & { told: ModelTurnEvent[]; pauses: number } {
  const turn = {
    signal,
    told: [] as ModelTurnEvent[],
    pauses: 0,
    pause: () => {
      turn.pauses += 1;
    },
    resume: () => {},
    log: (event: ModelTurnEvent) => void turn.told.push(event),
    changedTools: async () => null,
  };
  return turn;
}
