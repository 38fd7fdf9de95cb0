import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { noModelOptions } from '../../agents/built-in-agent.ts';
import { thisProject } from '../../cli/this-project.ts';
import { decimal } from '../../platform/words/columns.ts';
import { noResultOfSkills } from '../../results/records/read-skill-runs.ts';
import { SkillRun } from '../../results/records/skill-run.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { fakeApi } from '../../testing/model-apis/stand-in-api.ts';
import { price } from '../../testing/models/model-play.ts';
import { cleanEnv } from '../../testing/scratch-project.ts';
import { isLong } from '../../testing/sized.ts';
import { placebo } from './conditions.ts';
import { literalsOf } from './episode-tasks.ts';
import { checkSuite, runSuite } from './run-suite.ts';
import { type LoadedConfig, loadConfig } from './skill-config.ts';

if (isLong) {
  test('each task of the browser example is played per condition from its recordings, and the contract judges', async () => {
    const loaded = await loadConfig('docs/examples/skills/browser/bench.yaml', { folder: thisProject.root });
    const run = await runSuite(loaded, { project: thisProject, deterministic: true });
    expect(run.tasks[0]?.verifier).toEqual({ type: 'episode', label: 'example-h1' });
    expect(run.tasks.at(-1)?.verifier).toEqual({ type: 'episode', label: 'fixture-spa-route' });
    const ends = run.results.map(({ passed, error_category: category }) => (passed ? 'passed' : category));
    expect(ends).toEqual(['passed', 'passed', 'assertion_failed', ...Array(6).fill('passed')]);
    expect(run.results[ends.indexOf('assertion_failed')]).toMatchObject({
      exit_code: null,
      error_message: expect.stringMatching(/^failed: postconditions\[\d\] \(.*\): wanted .*; observed /),
    });
  });
}

test('a bundle that contains what a contract looks for is rejected before anything runs', async () => {
  const loaded = await leakingExample();
  await expect(runSuite(loaded, { project: thisProject, deterministic: true })).rejects.toThrow(
    /bench\.yaml:\d+:\d+: tasks\[0\]\.episode\.task: skill_leak: bundles\/curated-skill\/SKILL\.md:2 holds "Example Domain", which the contract of example-h1 looks for/,
  );
});

test('all missing requirements of tasks are reported at once', async () => {
  const folder = await browserExample();
  const file = path.join(folder, 'bench.yaml');
  const text = await readFile(file, 'utf8');
  await writeFile(
    file,
    text
      .replace('task: example-h1', 'task: no-such-task')
      .replace('server: playwright }', 'server: netscape }'),
  );
  const loaded = await loadConfig(file);
  await expect(runSuite(loaded, { project: thisProject, deterministic: true })).rejects.toThrow(
    /tasks\[0\]\.episode\.server: .*netscape[\s\S]*tasks\[0\]\.episode\.task: got the task "no-such-task"; there are \d+, which /,
  );
  await writeFile(file, text);
  await expect(
    runSuite(await loadConfig(file), { project: thisProject, deterministic: true, placebo: true }),
  ).rejects.toThrow(/no transcript transcripts\/placebo\/example-h1\.jsonl/);
  const minimal = await loadConfig('docs/examples/skills/minimal/bench.yaml', { folder: thisProject.root });
  await expect(
    runSuite(minimal, { project: thisProject, deterministic: true, placebo: true }),
  ).rejects.toThrow(/a placebo requires a suite of episode tasks only/);
});

if (isLong) {
  test('the check prepares what a run prepares: it rejects a model and an unknown adapter, and accepts a server of the configuration', async () => {
    const folder = await browserExample();
    const file = path.join(folder, 'bench.yaml');
    const text = await readFile(file, 'utf8');
    const check = async (from: string, to: string) => {
      await writeFile(file, text.replace(from, to));
      const serverOf = (server: string) => ({ server, serverCommand: 'tiny {endpoint}', serverData: null });
      return checkSuite(await loadConfig(file), { project: thisProject, serverOf });
    };
    // The manager has no flags of a model.
    for (const model of ['openai', 'claude'])
      await expect(check('adapter: mock', `adapter: ${model}`)).rejects.toThrow(
        new RegExp(`tasks\\[0\\]\\.episode\\.adapter: got ${model}, which asks a model; expected`),
      );
    await expect(check('adapter: mock', 'adapter: nonsense')).rejects.toThrow(/adapter: .*"nonsense"/);
    await expect(check('task: example-h1', 'task: nonsense')).rejects.toThrow(/got the task "nonsense"/);
    // Without recordings it needs no folder of them.
    await rm(path.join(folder, 'transcripts'), { recursive: true });
    await expect(check('adapter: mock', 'adapter: oracle')).resolves.toMatchObject({ data: { maxUsd: 0 } });
    await expect(check('server: playwright', 'server: tiny')).rejects.toThrow(
      /no transcript transcripts.no_skill/,
    );
  });
}

if (isLong)
  test('a model is priced before its first request, limited to the total, and recorded with its tokens and USD', async () => {
    const api = await fakeApi(() => ({ calls: [{ tool: 'done', args: { success: true } }] }));
    const folder = await browserExample();
    const file = path.join(folder, 'bench.yaml');
    const text = (await readFile(file, 'utf8')).replace('  model_label: recorded calls\n', '');
    await writeFile(file, text.replace('adapter: mock', 'adapter: openai'));
    const loaded = await loadConfig(file);
    const setup = (maxUsdTotal: number | null, dryRun: boolean) => ({
      project: thisProject,
      asking: {
        model: { ...noModelOptions, price },
        ...{ maxUsdTotal, dryRun, baseUrl: null, keyFile: null },
        env: { ...cleanEnv(), ...api.env },
      },
    });
    const { lines, data } = await checkSuite(loaded, setup(null, true));
    expect(data).toMatchObject({ attempts: 3, costs: Array(3).fill({ taskId: 'example-h1' }) });
    expect(lines).toContain(`worst case: ${decimal(data.maxUsd)} USD`);
    expect(data.maxUsd).toBeGreaterThan(0);
    await expect(runSuite(loaded, { ...setup(null, false), deterministic: true })).rejects.toThrow(
      'deterministic: got true for a suite that asks a model',
    );
    expect(api.requests).toEqual([]);

    const said: string[] = [];
    // Enough for one attempt at its cap, and so not for a second one beside what the first has cost.
    const total = data.maxUsd / 3;
    const log = (line: string) => said.push(line);
    const run = await runSuite(loaded, { ...setup(total, false), deterministic: false, log });
    expect(said).toContain(`preflight  3 attempts, worst case ${decimal(total)} USD`);
    expect(api.requests).toHaveLength(1);
    expect(SkillRun.parse(run)).toMatchObject({
      run: { metadata: { model_label: run.model?.answered } },
      results: [{ condition_id: 'no_skill', usage: { requests: 1, usd: run.usage?.usd } }],
      model: { adapter: 'openai', endpoint: 'loopback', price: { ...price, source: 'flag' } },
      usage: { requests: 1, tokens: { output: expect.any(Number) } },
      incomplete: true,
      stopped: expect.stringMatching(
        /^--max-usd-total .* USD are spent or reserved, and the next episode may cost /,
      ),
    });
    expect(run.usage?.usd).toBeGreaterThan(0);
    expect(noResultOfSkills(run)).toBeNull();
  });

test('a placebo is as long as the text that it replaces, without information', () => {
  expect(placebo(500)).toHaveLength(500);
  expect(placebo(0)).toBe('');
});

test('what a contract looks for: its texts, and the literal parts of its patterns, without hosts', () => {
  expect(
    literalsOf({
      kind: 'and',
      children: [
        { kind: 'url', pattern: '^https://tickets\\.test/orders/HC-AL-2BD(?:[?#]|$)' },
        { kind: 'dom_text', selector: '#confirmation', contains: 'HC-AL' },
      ],
    }),
  ).toEqual(['orders/HC-AL-2BD', 'HC-AL']);
});

if (isLong) {
  test('a recording belongs to the given text: another skill is drift', async () => {
    const folder = await browserExample();
    const skill = path.join(folder, 'bundles', 'curated-skill', 'SKILL.md');
    await writeFile(skill, `${await readFile(skill, 'utf8')}\n- Be patient.\n`);
    const { results } = await runSuite(await loadConfig(path.join(folder, 'bench.yaml')), {
      project: thisProject,
      deterministic: true,
    });
    const curated = results.filter(({ condition_id: id }) => id === 'curated_skill');
    for (const row of curated)
      expect(row).toMatchObject({
        error_category: 'execution_error',
        error_message: expect.stringMatching(/task_changed/),
      });
  });

  test('a bundle that contains what a contract looks for is recorded if it is allowed', async () => {
    const loaded = await leakingExample();
    const run = await runSuite(loaded, { project: thisProject, deterministic: true, allowLeak: true });
    expect(run.skill_leaks).toEqual([expect.stringMatching(/SKILL\.md:2 holds "Example Domain"/)]);
  });
}

/** A copy of the browser example with one of its tasks alone. */
async function browserExample(task = 'heading'): Promise<string> {
  const folder = await folderOf();
  await cp('docs/examples/skills/browser', folder, { recursive: true });
  const file = path.join(folder, 'bench.yaml');
  const [head, ...tasks] = (await readFile(file, 'utf8')).split(/^(?= {2}- id: (?!.*skill))/m);
  await writeFile(file, [head, ...tasks.filter((text) => text.startsWith(`  - id: ${task}\n`))].join(''));
  return folder;
}

/** The same with a skill that says what the contract of its task looks for. */
async function leakingExample(): Promise<LoadedConfig> {
  const folder = await browserExample();
  const skill = path.join(folder, 'bundles', 'curated-skill', 'SKILL.md');
  await writeFile(skill, 'Look at the page.\nThe heading says example domain.\n');
  return loadConfig(path.join(folder, 'bench.yaml'));
}
