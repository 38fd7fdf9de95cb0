import { expect, test } from 'vitest';
import { answersWith, registryOf } from '../../testing/registry-of.ts';
import { isLong, sized } from '../../testing/sized.ts';
import { registryReleases } from './registry.ts';

const env = async (answer: Parameters<typeof registryOf>[0]) => ({
  ...process.env,
  ...(await registryOf(answer)),
});

test('each release has what the registry says of it, and null for what it does not say', async () => {
  const published = [
    { version: '1.0.0', time: '2026-01-02T03:04:05.000Z', node: '>=20' },
    { version: '1.1.0-alpha-1' },
    { version: '1.1.0', time: 'yesterday', deprecated: 'use another\npackage' },
  ];
  const answer = answersWith('mine', published);
  expect(await registryReleases('mine', await env(answer))).toEqual([
    { version: '1.0.0', date: '2026-01-02T03:04:05.000Z', node: '>=20', deprecated: null },
    { version: '1.1.0', date: null, node: null, deprecated: 'use another package' },
  ]);
});

if (isLong) {
  test('a package with one release, of which the registry says nothing more', async () => {
    const answer = answersWith('mine', [{ version: '2.0.0' }]);
    expect(await registryReleases('mine', await env(answer))).toEqual([
      { version: '2.0.0', date: null, node: null, deprecated: null },
    ]);
  });
}

const faults: [string, number, string, string][] = [
  ['a registry that fails', 500, 'oops', 'E500'],
  ['a package that the registry does not have', 404, '{"error":"not found"}', 'E404'],
  ['a registry that sends no JSON', 200, '<html>', 'JSON'],
  ['a registry that sends another JSON', 200, '{"versions":7}', 'No match found'],
];

test.each(sized(faults.slice(0, 1), faults))(
  '%s is one line with the reason',
  async (_, status, body, why) => {
    const asked = registryReleases('mine', await env(() => ({ status, body })));
    await expect(asked).rejects.toThrow(
      /^registry: mine: got [^\n]+; expected a list of its releases; `npm view mine` shows what npm gets$/,
    );
    await expect(asked).rejects.toThrow(why);
  },
);

test('a registry that cannot be reached is one line with the reason, also where npm is told to be silent', async () => {
  const unreachable = { npm_config_registry: 'http://127.0.0.1:9/', npm_config_loglevel: 'silent' };
  await expect(registryReleases('mine', { ...process.env, ...unreachable })).rejects.toThrow(
    /^registry: mine: got no answer \([^\n]*ECONNREFUSED[^\n]*\); expected /,
  );
});
