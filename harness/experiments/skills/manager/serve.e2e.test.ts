import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from '../../../testing/folder-of.ts';
import { managerOf, rawRequest } from '../../../testing/manager.ts';
import { isLong } from '../../../testing/sized.ts';
import { commandSuite, skillWorkspace } from '../../../testing/skill-workspace.ts';

test('with a token, a request without it is refused and runs nothing', async () => {
  const marks = await folderOf();
  const marker = path.join(marks, 'ran');
  const workspace = await skillWorkspace({ 'bench/mark.yaml': commandSuite(`touch ${marker}`) });
  const { ask, url } = await managerOf(workspace, { token: 'sesame' });
  const body = { configPath: 'bench/mark.yaml' };
  for (const token of [undefined, '', 'Sesame', 'sesame2', 'ses'])
    for (const [route, options] of [
      ['/bench/runs', { body }],
      ['/bench/runs', { body: { ...body, async: true } }],
      ['/bench/runs', {}],
      ['/bench/configs', {}],
      ['/bench/runs/x/active', { method: 'DELETE' }],
      ['/bench/no-such-route', {}],
    ] as const)
      expect(await ask(route, { ...options, ...(token === undefined ? {} : { token }) })).toMatchObject({
        status: 401,
        body: { code: 'BENCH_UNAUTHORIZED' },
      });
  expect(existsSync(marker)).toBe(false);
  expect((await fetch(`${url}/bench`)).status).toBe(200);
  expect((await ask('/bench/runs', { body, token: 'sesame' })).status).toBe(200);
  expect(existsSync(marker)).toBe(true);
});

test('a foreign Host and a foreign Origin are refused', async () => {
  const { url } = await managerOf(await skillWorkspace());
  const { port, host } = new URL(url);
  const refused: Record<string, string>[] = [
    { host: 'evil.test' },
    { host: `evil.test:${port}` },
    { host: '127.0.0.1' },
    { host: 'localhost:1' },
    { host: `127.0.0.1.evil.test:${port}` },
    { host, origin: 'https://evil.test' },
    { host, origin: 'null' },
    { host, origin: `https://${host}` },
    { host, origin: 'http://localhost:1' },
  ];
  for (const headers of refused)
    for (const target of ['/', '/bench', '/bench/configs', '/bench/runs/x']) {
      const { status, text } = await rawRequest(url, target, headers);
      expect([headers, target, status]).toEqual([headers, target, 403]);
      expect(JSON.parse(text)).toMatchObject({ code: 'BENCH_ORIGIN_REFUSED' });
    }
  const allowed: Record<string, string>[] = [
    { host },
    { host: `localhost:${port}` },
    { host: `[::1]:${port}` },
    { host, origin: url },
    { host, origin: `http://localhost:${port}` },
  ];
  for (const headers of allowed) {
    const answer = await rawRequest(url, '/bench/configs', headers);
    expect([headers, answer.status]).toEqual([headers, 200]);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});

if (isLong) {
  test('a raw path with parent folders finds nothing', async () => {
    const { url } = await managerOf(
      await skillWorkspace({ 'dist/index.html': 'the site', 'secret.txt': 'secret' }),
    );
    for (const target of [
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '/manager/..%2fmain.ts',
      '/bench/runs/../../secret.txt',
    ])
      expect(await rawRequest(url, target)).toMatchObject({
        status: 404,
        text: expect.not.stringContaining('secret'),
      });
    expect(await rawRequest(url, '/')).toMatchObject({ status: 200, text: 'the site' });
  });
}

test('without a built site the API and the page are still served', async () => {
  const { url } = await managerOf(await skillWorkspace());
  expect(await (await fetch(url)).text()).toMatch(/not built.*npm run build.*\/bench/);
  const page = await fetch(`${url}/bench`);
  expect(await page.text()).toContain('Evals + Bench / Skill Benchmarks');
  expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*script-src 'self'/);
});
