import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { turnOnDebug } from '../../cli/turn-on-debug.ts';
import { tellDebug } from '../../platform/debug.ts';
import { folderOf, webOf } from '../folder-of.ts';
import { play } from '../play.ts';
import { firstLine } from '../processes.ts';
import { runTogether } from '../run-together.ts';
import { cleanEnv, scratchProject } from '../scratch-project.ts';
import { isLong } from '../sized.ts';

const secret = 'sk-stand-in-in-the-goal-0123456789';

afterEach(() => tellDebug(null));

test('DEBUG tells what is said to server, browser and web and what is decided, and no secret', async () => {
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

if (isLong) {
  test('a name that DEBUG knows not is said to be none, and the command goes on', async () => {
    const [listed] = await runTogether({ folder: thisProject.root }, [['list', 'reporters']], {
      DEBUG: 'contract-bench:wep',
    });
    expect(listed?.stderr).toMatch(
      /^DEBUG: found contract-bench:wep; allowed are contract-bench:server, contract-bench:browser, /,
    );
    expect({ exitCode: listed?.exitCode, isTold: listed?.stdout.includes('dots') }).toEqual({
      exitCode: 0,
      isTold: true,
    });
  });

  test('the signal that would open a debugger in the harness opens none', async () => {
    const folder = await folderOf();
    const child = spawn(
      process.execPath,
      [path.join(thisProject.root, 'harness/cli/main.ts'), 'manager', '--port', '0', '--workspace', folder],
      { env: cleanEnv(), stdio: ['ignore', 'pipe', 'pipe'] },
    );
    onTestFinished(() => void child.kill('SIGKILL'));
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    await firstLine(child);
    child.kill('SIGUSR1');
    // Handled in their order: when this one has ended it, the other one is done with.
    child.kill('SIGINT');
    await once(child, 'close');
    expect(errors).not.toContain('Debugger');
  });

  test('DEBUG tells on standard error what is said to server, browser and web and what is decided, and no secret', async () => {
    const project = await scratchProject({ git: false });
    const calls = `{"tool": "browser_navigate", "args": {"url": "https://example.com/?token=${secret}"}}\n`;
    const script = `${project.folder}/calls.jsonl`;
    await writeFile(script, calls);
    const flags = ['--task', 'example-h1', '--adapter', 'script', '--script', script, '--reporter', 'dots'];
    const { stdout, stderr } = await project.harness([...flags, '--out', 'told'], {
      env: { ...cleanEnv(), DEBUG: 'contract-bench:*', MY_API_KEY: secret },
    });
    for (const told of toldByDebug({ tool: 'browser_navigate', host: 'example.com' }))
      expect(stderr).toMatch(told);
    expect(stderr).not.toContain(secret);
    expect(stdout).not.toContain('contract-bench:');
  });
}

/** What `DEBUG=contract-bench:*` tells of an episode that calls this tool for a page of this host. */
function toldByDebug({ tool, host }: { tool: string; host: string }): RegExp[] {
  const address = `https:\\/\\/${host.replaceAll('.', '\\.')}\\/`;
  return [
    /^contract-bench:server \[">",\{"method":"initialize"/m,
    /^contract-bench:server \["<",\{("jsonrpc":"2\.0","id":\d+,)?"result":.*"serverInfo"/m,
    /^contract-bench:browser \[">",\{"id":\d+,"method":"Target\./m,
    new RegExp(`^contract-bench:web GET ${address}.* -> 200$`, 'm'),
    new RegExp(`^contract-bench:agent \\["decides",\\{"kind":"call","tool":"${tool}"`, 'm'),
    /\[redacted:key\]/,
  ];
}
