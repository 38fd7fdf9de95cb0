import { expect, test } from 'vitest';
import { filed, forged, live, open, post, run, status, write } from '../../testing/guests/memo-app.ts';

test('what the page stored for itself is still there', async () => {
  const calls = [
    open('/stored'),
    run(`localStorage.setItem('name', 'Ada'); fetch('/api/log')`),
    run('location.reload()'),
  ];
  expect(await status(live(calls, filed('/stored')))).toEqual(['passed', 'passed', null]);
});

test('nor with an address by script', async () => {
  const forging = run(
    `(async () => { ${post('/api/log')}; ${write}; history.pushState(null, '', '/memo') })()`,
  );
  expect(await status(forged([forging]))).toEqual([
    'tampered',
    'failed',
    'postconditions[2] (dom_text match)',
  ]);
});

const atMemo = run(`new Promise((done) => { const ask = () =>
  location.pathname === '/memo' ? done() : setTimeout(ask, 10); ask(); })`);

test('an app that sets its own address has the outcome that its host keeps', async () => {
  const { result, facts } = await live([open('/app'), atMemo]);
  expect(result.status).toBe('passed');
  expect(facts).toMatchObject({ provenance: false, texts: { first: facts?.texts?.second } });
});

test('where it then says something else, nobody is called a forger', async () => {
  const { result } = await forged([open('/app?thanks'), atMemo]);
  expect(result).toMatchObject({ status: 'inconclusive', error: expect.stringContaining('another text') });
});
