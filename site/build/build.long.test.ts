import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildSite } from '../../harness/testing/build-site.ts';
import { exampleShas, writeExampleHistory } from '../../harness/testing/example-history.ts';

test('a results file that breaks the schema fails the build with its name and the field', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'site-broken-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const results = join(folder, 'results');
  await writeExampleHistory(results);
  const broken = join(results, `${exampleShas[0]}.json`);
  writeFileSync(broken, readFileSync(broken, 'utf8').replace('"status":"passed"', '"status":"wonderful"'));
  await expect(buildSite(join(folder, 'none'), { RESULTS_DIR: results })).rejects.toThrow(
    `${broken}: runs[0].episodes[0].status: must be one of passed, `,
  );
});
