import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { cacheFolder } from '../../platform/files/cache-folder.ts';
import { folderOf } from '../folder-of.ts';
import { llamaModules } from '../llama-modules.ts';
import { isAlive, running, startedBy, within } from '../processes.ts';
import { cleanEnv } from '../scratch-project.ts';
import { smallWeights } from '../small-weights.ts';

/** `seconds`: the processor time of the runtime after which it computes. `server`: flags of a run. */
type Played = { weights: string; env: Record<string, string>; seconds: number; server: string[] };

/** Weights that compute their first token for ever, and real ones. */
const played = new Map<string, Played>();
const kinds = ['endless', 'smollm2-135m'];

beforeAll(async () => {
  const endless = await llamaModules({ text: null, blocks: true });
  for (const name of readdirSync(cacheFolder()).filter((each) => each.startsWith('chromium-')))
    await symlink(path.join(cacheFolder(), name), path.join(endless.cache, name));
  const guest = path.join(thisProject.root, 'harness', 'testing', 'guests', 'cdp-guest.mjs');
  // A token of theirs is a byte, so that only a short list of tools fits.
  const command = `"${process.execPath}" "${guest}" {endpoint}`;
  const server = ['--server-command', command, '--server-id', 'guest'];
  const env = { ...cleanEnv(), CONTRACT_BENCH_CACHE: endless.cache };
  played.set('endless', { weights: endless.weights, env, seconds: 1, server });
  const { file } = await smallWeights(process.env);
  played.set('smollm2-135m', { weights: file, env: cleanEnv(), seconds: 0.1, server: [] });
});

const flags = ['--suite', 'fixtures', '--task', 'example-h1', '--no-save'];
const phases: [when: string, words: (weights: string, server: readonly string[]) => string[]][] = [
  ['models try computes', (file) => ['models', 'try', file]],
  [
    '--dry-run measures the speed',
    (file, server) => ['run', '--model-file', file, ...server, ...flags, '--dry-run'],
  ],
  ['a run reads the list of tools', (file, server) => ['run', '--model-file', file, ...server, ...flags]],
];

test.each(kinds.flatMap((kind) => phases.map(([when, words]) => ({ kind, when, words }))))(
  'Ctrl-C while $when ends the weights $kind, leaves no process and exits with 130',
  async ({ kind, words }) => {
    const { weights, env, seconds, server } = played.get(kind) ?? expect.unreachable();
    const program = path.join(thisProject.root, 'harness', 'cli', 'main.ts');
    const args = [program, ...words(weights, server)];
    const child = spawn(process.execPath, args, { cwd: await folderOf(), env, stdio: 'ignore' });
    const exited = once(child, 'exit');
    let pids: number[] = [];
    const computes = () => {
      expect(child.exitCode, 'the command ended by itself').toBeNull();
      pids = startedBy(child.pid);
      return running('/serve.mjs').some((pid) => pids.includes(pid) && secondsOf(pid) >= seconds);
    };
    expect(await within(150_000, computes)).toBe(true);
    child.kill('SIGINT');
    expect(await exited).toEqual([130, null]);
    expect(await within(60_000, () => !pids.some(isAlive))).toBe(true);
  },
);

/** Processor time of a process; 0 if it has ended. */
function secondsOf(pid: number): number {
  try {
    // The time comes eleven fields after the name, which is in brackets; a hundredth of a second is one.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').at(-1)?.split(' ')[12]) / 100;
  } catch {
    return 0;
  }
}
