import { beforeAll, expect, test } from 'vitest';
import { digest } from '../../platform/digest.ts';
import { changedTask, replayChanged, textIn } from '../replay-changed.ts';
import { type ScratchProject, scratchProject } from '../scratch-project.ts';

let project: ScratchProject;

beforeAll(async () => {
  project = await scratchProject();
});

test('a consistent transcript that leads to the wrong place is failed, with the clause, what was wanted and observed', async () => {
  const { exitCode, row, stdout } = await replayChanged(
    project,
    (lines) =>
      lines.map((line) => {
        if (line.kind !== 'tool_call' || line.tool !== 'browser_navigate') return line;
        const args = { url: 'https://wrong.example/' };
        return { ...line, args, args_digest_sha256: digest(args) };
      }),
    'wrong-place',
  );
  expect(row).toMatchObject({
    status: 'failed',
    failedPostcondition: {
      name: 'postconditions[0] (url match)',
      observed: expect.stringContaining('https://wrong.example/'),
    },
  });
  expect(row.failedPostcondition.wanted).toContain('example\\.com');
  expect(stdout).toContain('postconditions[0] (url match)');
  expect(exitCode).toBe(1);
});

test('a task whose contract changed is judged', async () => {
  const contract = await changedTask(project, 'fixtures/example-h1.md', (text) =>
    text.replace(/contains: .*?( *\}|$)/m, 'contains: NotPresent$1'),
  );
  await project.harness(['bench', 'episode', '--tasks', contract, '--out', 'contract']);
  const [row] = JSON.parse(await textIn(project, 'contract', 'report.json')).episodes;
  expect(row).toMatchObject({
    status: 'failed',
    failedPostcondition: { name: expect.stringMatching(/\(dom_text match\)$/) },
  });
  expect(row.failedPostcondition.wanted).toContain('NotPresent');
  expect(row.failedPostcondition.observed).toContain('Example Domain');
  expect(row.failedContract.evidence).toMatchObject({ kind: 'dom_text', preview: 'Example Domain' });
  expect(row.artifacts.screenshotDir).toBe('screenshots/example-h1');
});
