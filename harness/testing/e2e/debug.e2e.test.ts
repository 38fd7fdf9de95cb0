import { afterEach, expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { turnOnDebug } from '../../cli/turn-on-debug.ts';
import { tellDebug } from '../../platform/debug.ts';
import { webOf } from '../folder-of.ts';
import { play } from '../play.ts';
import { runTogether } from '../run-together.ts';
import { toldByDebug } from '../told-by-debug.ts';

afterEach(() => tellDebug(null));

test('DEBUG tells what is said to server, browser and web and what is decided, and no secret', async () => {
  const secret = 'sk-stand-in-in-the-goal-0123456789';
  const lines: string[] = [];
  turnOnDebug({ DEBUG: 'contract-bench:*', MY_API_KEY: secret }, (line) => void lines.push(line));
  await play({
    web: await webOf({ 'a.test/index.html': '<h1>Start</h1>' }),
    success: { kind: 'url', pattern: '^https://a\\.test/' },
    calls: [['open', { url: `https://a.test/?token=${secret}` }]],
  });
  const said = lines.join('\n');
  for (const told of toldByDebug({ tool: 'open', host: 'a.test' })) expect(said).toMatch(told);
  expect(said).not.toContain(secret);
});

test('a name that DEBUG knows not is said to be none, and the command goes on', async () => {
  const [listed] = await runTogether({ folder: thisProject.root }, [['list', 'reporters']], {
    DEBUG: 'contract-bench:wep',
  });
  expect(listed?.stderr).toMatch(
    /^DEBUG: found contract-bench:wep; there is contract-bench:server, contract-bench:browser, /,
  );
  expect({ exitCode: listed?.exitCode, isTold: listed?.stdout.includes('dots') }).toEqual({
    exitCode: 0,
    isTold: true,
  });
});
