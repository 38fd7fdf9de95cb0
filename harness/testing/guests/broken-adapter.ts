import { expect } from 'vitest';
import { adapterOf, play } from '../play.ts';
import { reached, webWithGoal } from '../web-with-goal.ts';

/** Plays an adapter that throws in one of its functions. */
export async function expectAdapterError(where: 'next' | 'meetTools' | 'driftAtEnd'): Promise<void> {
  const broken = () => {
    throw new Error('no idea');
  };
  const { result, left } = await play({
    web: webWithGoal,
    success: reached,
    adapter: adapterOf(() => ({ next: async () => ({ kind: 'done' }), [where]: broken })),
  });
  expect(result).toMatchObject({ status: 'adapter_error', error: 'no idea' });
  expect(left).toEqual([]);
}
