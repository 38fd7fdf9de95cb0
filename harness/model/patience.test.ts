import { expect, test } from 'vitest';
import { standInApi } from '../stand-ins/stand-in-api.ts';
import { within } from '../testing/processes.ts';
import { turnOf } from '../testing/turn-of.ts';
import { OutOfPatience, Patience } from './patience.ts';

test('waits add up over an episode, and the limit ends the one that passes it', async () => {
  const api = await standInApi(() => ({ status: 503 }));
  const patience = new Patience(400);
  const clock = turnOf();
  const tryForEver = async () => {
    for (;;) {
      await patience.fetch(`${api.url}/v1/messages`, { method: 'POST', body: '{}' });
      await within(50, () => patience.signal.aborted);
      patience.signal.throwIfAborted();
    }
  };
  await expect(patience.during(clock, tryForEver)).rejects.toThrow(
    new OutOfPatience('the API answers 503; an episode waits 0.4 s at the most'),
  );
  expect(clock.pauses).toBeGreaterThan(2);
  await expect(patience.during(clock, tryForEver)).rejects.toThrow(OutOfPatience);
});

test('a few tries that reach nobody are enough', async () => {
  const patience = new Patience();
  const address = 'http://127.0.0.1:9/v1/messages';
  const tries = async () => {
    for (;;) await patience.fetch(address).catch(() => patience.signal.throwIfAborted());
  };
  await expect(patience.during(turnOf(), tries)).rejects.toThrow(/the API cannot be reached: /);
});

test('the clock runs again when the work is over, however it ended', async () => {
  const api = await standInApi(() => ({ status: 429 }));
  const patience = new Patience();
  let running = true;
  const clock = {
    pause: () => {
      running = false;
    },
    resume: () => {
      running = true;
    },
  };
  await patience
    .during(clock, async () => {
      await patience.fetch(`${api.url}/v1/messages`, { method: 'POST', body: '{}' });
      expect(running).toBe(false);
      throw new Error('given up');
    })
    .catch(() => {});
  expect(running).toBe(true);
});
