import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isLong } from '../../harness/testing/sized.ts';

const root = join(import.meta.dirname, '../..');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'demo-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const demo = (...args: string[]) =>
  spawnSync(process.execPath, ['site/demo/main.ts', ...args], { cwd: root, encoding: 'utf8' });

if (isLong) {
  test('a demo without a build leaves results that say that they are invented, and how to build', () => {
    const out = join(folder, 'demo');
    const { status, stdout } = demo('--commits', '3', '--out', out, '--no-build');
    expect(status).toBe(0);
    expect(stdout).toContain(`SYNTHETIC results of 3 commits: ${out}/results`);
    expect(stdout).toContain(`RESULTS_DIR=${out}/results`);
    const files = readdirSync(join(out, 'results')).filter((name) => /^[0-9a-f]{40}\.json$/.test(name));
    expect(files).toHaveLength(3);
    expect(existsSync(join(out, 'results/synthetic.json'))).toBe(true);
    expect(existsSync(join(out, 'results/references.json'))).toBe(true);
  });
}

test('what is refused ends with exit code 2 and a line that says why, and nothing was written', () => {
  const { status, stderr } = demo('--out', 'results', '--no-build');
  expect(status).toBe(2);
  expect(stderr).toMatch(/^site:demo: --out: .* would put invented results into .*\n$/);
  expect(existsSync(join(root, 'results/synthetic.json'))).toBe(false);
});
