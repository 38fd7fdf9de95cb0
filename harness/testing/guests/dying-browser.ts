import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findChromium } from '../../browser/chromium/find-chromium.ts';
import { folderOf } from '../folder-of.ts';

/**
 * The environment for a worker whose browser dies: at its first two starts, or each time as soon as the events of an
 * episode tell the agent's first call. `starts` names the file that counts them.
 */
export async function dyingBrowser(
  when: 'twice at its start' | 'after the first call',
): Promise<{ env: Record<string, string>; starts: string }> {
  const { executable, env } = await findChromium(process.env);
  const folder = await folderOf({ 'work/.keep': '' });
  const starts = path.join(folder, 'starts');
  const work = path.join(folder, 'work');
  const dies =
    when === 'twice at its start'
      ? `[ "$(wc -l < '${starts}')" -gt 2 ] || exit 1`
      : `(until grep -qs '"tool_call"' '${work}'/contract-bench-work-*/events/*.jsonl || ! kill -0 $$ 2> /dev/null
do sleep 0.01; done; kill -9 $$) > /dev/null 2>&1 &`;
  const file = path.join(folder, 'chromium');
  const real = [
    ...Object.entries(env).map(([name, value]) => `export ${name}='${value}'`),
    `exec '${executable}' "$@"`,
  ];
  const lines = [
    '#!/bin/sh',
    'export PATH=/usr/bin:/bin',
    `case "$*" in *--version*) exec '${executable}' --version;; esac`,
    `echo >> '${starts}'`,
    dies,
    ...real,
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  await chmod(file, 0o755);
  // In a cell it could neither count nor read the events.
  return { env: { CHROME_PATH: file, TMPDIR: work, CONTRACT_BENCH_CONFINE: '0' }, starts };
}
