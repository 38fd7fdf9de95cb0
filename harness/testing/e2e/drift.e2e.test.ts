import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { digest } from '../../platform/digest.ts';
import { folderOf } from '../folder-of.ts';
import { type ScratchProject, scratchProject } from '../scratch-project.ts';
import { isLong, sized } from '../sized.ts';

const task01 = 'task-01-example-com-title';

/** A git checkout with LONG=1: runs are appended there. */
let project: ScratchProject;

beforeAll(async () => {
  project = await scratchProject({ git: isLong });
});

type Change = (lines: Record<string, unknown>[]) => Record<string, unknown>[];
const changes: [string, number | null, Change][] = [
  [
    'digest_mismatch',
    2,
    (lines) =>
      lines.map((line) => (line.seq === 2 ? { ...line, args: { url: 'https://wrong.example/' } } : line)),
  ],
  ['missing_call', 2, (lines) => lines.filter(({ seq }) => seq !== 2)],
];

test.each(sized(changes.slice(1), changes))(
  'a transcript with a %s plays nothing and names its step',
  async (reason, step, change) => {
    const { row, stdout, exitCode } = await replayChanged(change, reason);
    expect(row).toMatchObject({
      status: 'replay_drift',
      drift: { reason, step },
      steps: 0,
      toolCalls: 0,
      verdict: null,
    });
    expect(stdout).toMatch(new RegExp(`${reason} at step ${step}[\\s\\S]*re-record`));
    expect(exitCode).toBe(1);
  },
);

if (isLong) {
  test('a task whose goal changed is drift', async () => {
    const goal = await changedTask(`webvoyager/${task01}.md`, (text) =>
      text.replace(/^goal: /m, 'goal: Please. '),
    );
    await project.harness(['--no-save', '--tasks', goal, '--out', 'goal']);
    expect(JSON.parse(await textIn('goal', 'report.json')).episodes[0]).toMatchObject({
      status: 'replay_drift',
      drift: { reason: 'task_changed' },
      toolCalls: 0,
    });
  });

  test('a consistent transcript that leads to the wrong place is failed, with the clause, what was wanted and observed', async () => {
    const { exitCode, row, stdout } = await replayChanged(
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
    const contract = await changedTask('fixtures/example-h1.md', (text) =>
      text.replace(/contains: .*?( *\}|$)/m, 'contains: NotPresent$1'),
    );
    await project.harness(['bench', 'episode', '--tasks', contract, '--out', 'contract']);
    const [row] = JSON.parse(await textIn('contract', 'report.json')).episodes;
    expect(row).toMatchObject({
      status: 'failed',
      failedPostcondition: { name: expect.stringMatching(/\(dom_text match\)$/) },
    });
    expect(row.failedPostcondition.wanted).toContain('NotPresent');
    expect(row.failedPostcondition.observed).toContain('Example Domain');
    expect(row.failedContract.evidence).toMatchObject({ kind: 'dom_text', preview: 'Example Domain' });
    expect(row.artifacts.screenshotDir).toBe('screenshots/example-h1');
  });
}

/** The text of a file in the copy. */
function textIn(...parts: string[]): Promise<string> {
  return readFile(path.join(project.folder, ...parts), 'utf8');
}

/** Replays task 01 with its transcript changed: the lines as objects, before digests are looked at. */
async function replayChanged(
  change: (lines: Record<string, unknown>[]) => Record<string, unknown>[],
  out: string,
) {
  const lines = (await textIn('transcripts', 'playwright', `${task01}.jsonl`))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const transcripts = await folderOf({
    [`${task01}.jsonl`]: `${change(lines)
      .map((line) => JSON.stringify(line))
      .join('\n')}\n`,
  });
  const ended = await project.harness([
    'bench',
    'webvoyager',
    '--task',
    task01,
    '--transcripts',
    transcripts,
    '--out',
    out,
  ]);
  const [row] = JSON.parse(await textIn(out, 'report.json')).episodes;
  return { ...ended, row };
}

/** A folder with a task of the copy, changed. */
async function changedTask(file: string, change: (text: string) => string): Promise<string> {
  return folderOf({ [path.basename(file)]: change(await textIn('tasks', file)) });
}
