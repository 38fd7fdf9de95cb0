/** The overhead of a suite of command verifiers: 1,000 verifiers under three conditions against 3,000 bare `sh -c true`. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { median } from '../../results/statistics/statistics.ts';
import { runSuite } from '../skills/run-suite.ts';
import { loadConfig } from '../skills/skill-config.ts';
import type { Circumstances, Measurement } from './measurement.ts';

const pairs = 3;
const tasks = 1000;
const atOnce = 2;
const conditions = ['no_skill', 'curated_skill', 'self_generated_skill'];

export async function benchSkills({ project, signal, print }: Circumstances): Promise<Measurement> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cb-skills-'));
  try {
    const config = {
      execution: { workers: atOnce },
      conditions: conditions.map((id) => ({ id, bundle_path: `./${id}` })),
      tasks: Array.from({ length: tasks }, (_, index) => ({
        id: `t${index}`,
        domain: 'd',
        timeout_ms: 10_000,
        verifier: { type: 'command', command: 'true' },
      })),
    };
    for (const id of conditions) await mkdir(path.join(folder, id));
    await writeFile(path.join(folder, 'bench.json'), JSON.stringify(config));
    const loaded = await loadConfig(path.join(folder, 'bench.json'));

    const ratios: number[] = [];
    for (let pair = 1; pair <= pairs; pair++) {
      const suite = async () => {
        const { results } = await runSuite(loaded, { project, deterministic: false, signal });
        signal.throwIfAborted();
        if (!results.every(({ passed }) => passed)) throw new Error('a verifier did not pass');
      };
      // The second one finds a warmer machine: take turns.
      const [beginning, following] = pair % 2 === 1 ? ([bare, suite] as const) : ([suite, bare] as const);
      const first = await secondsOf(beginning);
      const second = await secondsOf(following);
      const [b, s] = pair % 2 === 1 ? [first, second] : [second, first];
      ratios.push(s / b);
      print(`pair ${pair}: bare ${b.toFixed(2)} s, suite ${s.toFixed(2)} s, ratio ${(s / b).toFixed(3)}`);
    }
    print(`${cpus().length} x ${cpus()[0]?.model ?? 'unknown CPU'}, Node ${process.version}`);
    const ratio = median(ratios);
    print(`median ratio suite / bare over ${pairs} pairs: ${ratio?.toFixed(3)} (at most 2 required)`);
    return { passed: true, ratio, ratios };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A process group and pipes for each, two at a time, without a copy. */
async function bare(): Promise<void> {
  let left = tasks * conditions.length;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      const child = spawn('sh', ['-c', 'true'], { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
      child.stdout.resume();
      child.stderr.resume();
      await once(child, 'close');
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1000;
}
