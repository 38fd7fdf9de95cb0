import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { readAuditRecords } from '../../results/records/audit-record.ts';
import { ownProject, runIn } from '../own-project.ts';
import { type ScratchProject, scratchProject } from '../scratch-project.ts';
import { taskMarkdown } from '../suite-files.ts';

test('an audit shows what each control came to, and fails where one passes', async () => {
  // A contract that the start page satisfies: who does nothing has done this task.
  const weak = taskMarkdown('reach').replace('contains: Goal', 'contains: Start');
  const { folder, at, own } = await ownProject(weak);
  // Recorded for another task, so that it is drift before anything is played.
  const transcript = path.join(thisProject.transcripts, 'playwright', 'example-h1.jsonl');
  const foreign = (await readFile(transcript, 'utf8'))
    .replace('"example-h1"', '"reach"')
    .replace('"playwright"', '"mine"');
  await mkdir(at('transcripts', 'mine'), { recursive: true });
  await writeFile(at('transcripts', 'mine', 'reach.jsonl'), foreign);
  const { lines, exitCode } = await runIn(folder, 'audit', { ...own, control: 'noop', out: at('audit') });
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^reach +replay_drift +passed$/),
      'reach noop: got passed; expected failed',
    ]),
  );
  expect(exitCode).toBe(1);
});

describe('on the servers of the project', () => {
  let project: ScratchProject;
  const startedAt = Date.now();

  beforeAll(async () => {
    project = await scratchProject({ git: false });
  });

  test.each(['playwright', 'chrome-devtools'])(
    'on %s every control fails as it must and every transcript passes',
    async (server) => {
      const write = server === 'playwright' ? ['--write'] : [];
      const { stdout, exitCode } = await project.harness([
        'audit',
        '--server',
        server,
        '--out',
        server,
        ...write,
      ]);
      expect(stdout).toMatch(/every control failed( or cannot)?, every transcript passed/);
      expect(exitCode).toBe(0);
    },
  );

  test('what an audit stores says that no control passed and no mutation went unnoticed', async () => {
    const records = readAuditRecords(path.join(project.folder, 'results')).filter(
      ({ suite, server }) => server.id === 'playwright' && ['fixtures', 'webvoyager'].includes(suite),
    );
    expect(records.map(({ at }) => Date.parse(at) > startedAt)).toEqual([true, true]);
    for (const { controls, tasks, survivors } of records) {
      expect(controls.filter(({ passed }) => passed > 0)).toEqual([]);
      expect(controls.find(({ control }) => control === 'mutations')?.made).toBeGreaterThan(
        10 * tasks.length,
      );
      expect(survivors).toEqual([]);
    }
    expect((await project.harness(['check'])).stderr).toBe('');
  });

  test('the same final page gets the same verdict whatever server led there', async () => {
    const verdicts = await Promise.all(
      ['playwright', 'chrome-devtools'].map(async (server) => {
        const lines = JSON.parse(
          await readFile(path.join(project.folder, server, 'replay', 'report.json'), 'utf8'),
        );
        return JSON.stringify(
          lines.episodes.map(({ taskId, verdict }: { taskId: string; verdict: unknown }) => [
            taskId,
            verdict,
          ]),
        );
      }),
    );
    expect(verdicts[1]).toBe(verdicts[0]);
  });

  test('an audit shows what each control came to, and fails where one passes', async () => {
    const changed = await scratchProject({ git: false });
    // A contract that the start page satisfies: who does nothing has done this task.
    const weak = path.join(changed.folder, 'tasks', 'fixtures', 'fixture-iframe-neighbour.md');
    const text = await readFile(weak, 'utf8');
    const [, startUrl = ''] = /^startUrl: (.*)$/m.exec(text) ?? [];
    const contract = `success:\n  kind: url\n  pattern: '^${startUrl.replaceAll('.', '\\.')}'\n---`;
    await writeFile(weak, text.replace(/^success:[\s\S]*?^---/m, contract));
    const { stdout, exitCode } = await changed.harness([
      'audit',
      '--task',
      'fixture-iframe-neighbour',
      '--control',
      'noop,start-url',
    ]);
    expect(stdout).toMatch(/^fixture-iframe-neighbour +passed +passed +\w+$/m);
    expect(stdout).toMatch(/^fixture-iframe-neighbour noop: got passed; expected failed$/m);
    expect(exitCode).toBe(1);
  });
});
