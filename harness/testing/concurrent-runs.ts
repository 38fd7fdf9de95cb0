import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { RunIndex } from '../experiments/skills/manager/run-index.ts';
import { askOf } from './manager.ts';

export const indexIn = (folder: string) =>
  RunIndex.parse(JSON.parse(readFileSync(path.join(folder, 'index.json'), 'utf8')));

/** Of two managers on one folder each lists one run, and all of so many that both do at once afterwards. */
export async function listsConcurrentRuns(
  urls: readonly [string, string],
  { runsDir, count }: { runsDir: string; count: number },
): Promise<void> {
  const post = async (url = '') => {
    const { status, body } = await askOf(url, '/bench/runs', { body: { configPath: 'bench/suite.yaml' } });
    expect(status).toBe(200);
    return String(body.runId);
  };
  const earlier = await post(urls[0]);
  const runIds = await Promise.all(Array.from({ length: count }, (_, index) => post(urls[index % 2])));
  expect(new Set(runIds).size).toBe(count);
  for (const url of urls) {
    const { body } = await askOf(url, '/bench/runs?limit=100');
    const listed = (body.runs as { runId: string }[]).map(({ runId }) => runId);
    expect(listed.toSorted()).toEqual([earlier, ...runIds].toSorted());
    expect(listed.at(-1)).toBe(earlier);
    for (const runId of listed) expect((await askOf(url, `/bench/runs/${runId}`)).status).toBe(200);
  }
  expect(indexIn(runsDir).runs).toHaveLength(count + 1);
  expect(readdirSync(runsDir, { recursive: true }).filter((name) => /tmp|lock/.test(String(name)))).toEqual(
    [],
  );
}
