import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { sha256 } from '../../platform/digest.ts';
import { exportFormats } from '../../publish/exports/index.ts';
import type { Trajectory } from '../../results/score/trajectory.ts';
import { readSavedLines } from '../../results/verify/read-saved.ts';
import { exportFaults } from '../export-faults.ts';
import { folderOf } from '../folder-of.ts';
import { playRecorded } from '../models/play-recorded.ts';
import { runTogether } from '../run-together.ts';
import { type ScratchProject, scratchProject, withoutConfinementLine } from '../scratch-project.ts';

const task = 'task-01-example-com-title';

let project: ScratchProject;
/** The folders of a replay and of a model's run of two trials, of which one passed. */
const out = { replay: '', model: '' };

beforeAll(async () => {
  project = await scratchProject({ git: false });
  const flags = ['--task', task, '--no-save', '--out', 'replay'];
  const { exitCode, stderr } = await project.harness(flags);
  expect([exitCode, withoutConfinementLine(stderr)]).toEqual([0, '']);
  const played = await playRecorded(project, 'anthropic-messages', [task], { trials: 2, passes: () => 1 });
  expect(played.run.episodes.map(({ status }) => status)).toEqual(['passed', 'failed']);
  Object.assign(out, { replay: path.join(project.folder, 'replay'), model: played.out });
  await exportAll(places.map(({ id, of }) => ({ format: id, folder: out[of] })));
});

/** The files of an export, by format and folder. */
const made = new Map<string, string[]>();

async function exportAll(wanted: readonly { format: string; folder: string }[]): Promise<void> {
  const to = await Promise.all(wanted.map(() => folderOf()));
  const ended = await runTogether(
    project,
    wanted.map(({ format, folder }, nth) => ['export', format, folder, '--to', to[nth] ?? '', '--json']),
  );
  for (const [nth, { format, folder }] of wanted.entries()) {
    expect(ended[nth]).toMatchObject({ exitCode: 0, stderr: '' });
    const { files } = JSON.parse(ended[nth]?.stdout ?? '') as { files: string[] };
    made.set(`${format} ${folder}`, await Promise.all(files.map((file) => readFile(file, 'utf8'))));
  }
}

const exported = (format: string, folder: string): string[] => made.get(`${format} ${folder}`) ?? [];

const trajectoriesOf = async (folder: string): Promise<Omit<Trajectory, 'observations'>[]> =>
  (await readSavedLines(folder)).trajectories.flatMap(({ line }) => line?.trajectory ?? []);

const places = exportFormats.flatMap(({ id }) => [
  { id, of: 'replay' as const },
  { id, of: 'model' as const },
]);

test.each(places)('$id: the run of a $of passes the schema', async ({ id, of }) => {
  const files = exported(id, out[of]);
  expect(files.length).toBe(id === 'eee' || (id === 'atif' && of === 'model') ? 2 : 1);
  for (const file of files) expect(await exportFaults(id, file)).toEqual([]);
});

type AtifStep = {
  source: string;
  message: string;
  llm_call_count?: number;
  tool_calls?: { function_name: string; arguments: object }[];
  observation?: {
    results: { content: string; extra: { sha256?: string; durationMs?: number; whole: boolean } }[];
  };
  metrics?: { prompt_tokens: number; completion_tokens: number; cost_usd: number };
};

test.each(['replay', 'model'] as const)(
  'atif: calls, answers and tokens of a %s are the trajectory',
  async (of) => {
    const files = exported('atif', out[of]);
    const trajectories = await trajectoriesOf(out[of]);
    expect(files.length).toBe(trajectories.length);
    for (const [index, trajectory] of trajectories.entries()) {
      const file = JSON.parse(files[index] ?? '');
      const steps: AtifStep[] = file.steps;
      const agent = steps.filter(({ source }) => source === 'agent');
      expect(steps.slice(0, 2).map(({ source }) => source)).toEqual(['user', 'system']);
      expect(
        agent.flatMap(({ tool_calls = [] }) =>
          tool_calls.map((call) => [call.function_name, call.arguments]),
        ),
      ).toEqual(trajectory.steps.map(({ call }) => [call.tool, call.args]));
      const results = agent.flatMap(({ observation }) => observation?.results ?? []);
      expect(results.map(({ extra }) => [extra.sha256, extra.durationMs])).toEqual(
        trajectory.steps.map(({ answer }) => [answer?.sha256, answer?.durationMs]),
      );
      for (const { content } of results) expect(content).not.toBe('');
      expect(new Set(agent.map((step) => step.llm_call_count))).toEqual(new Set([of === 'model' ? 1 : 0]));
      const { usage } = trajectory;
      const sum = (name: 'prompt_tokens' | 'completion_tokens' | 'cost_usd') =>
        agent.reduce((before, { metrics }) => before + (metrics?.[name] ?? 0), 0);
      expect(file.final_metrics.total_steps).toBe(steps.length);
      if (!usage?.tokens) {
        expect(of).toBe('replay');
        expect(file.final_metrics).toEqual({ total_steps: steps.length });
        continue;
      }
      const { input, cacheRead, cacheWrite, output } = usage.tokens;
      expect([sum('prompt_tokens'), file.final_metrics.total_prompt_tokens]).toEqual([
        input + cacheRead + cacheWrite,
        input + cacheRead + cacheWrite,
      ]);
      expect([sum('completion_tokens'), file.final_metrics.total_completion_tokens]).toEqual([
        output,
        output,
      ]);
      expect(file.final_metrics.total_cost_usd).toBe(usage.usd);
      expect(sum('cost_usd')).toBeCloseTo(usage.usd ?? Number.NaN, 10);
      expect(file.final_metrics.extra.requests).toBe(agent.length);
    }
  },
);

test('inspect: each trial is a sample, and its messages are the calls and answers of the trajectory', async () => {
  const [text = ''] = exported('inspect', out.model);
  const log = JSON.parse(text);
  const trajectories = await trajectoriesOf(out.model);
  expect(log.samples.map((sample: { id: string; epoch: number }) => [sample.id, sample.epoch])).toEqual([
    [task, 1],
    [task, 2],
  ]);
  expect(log.results.scores[0].metrics.accuracy.value).toBe(0.5);
  const usd = trajectories.reduce((before, { usage }) => before + (usage?.usd ?? Number.NaN), 0);
  const [used] = Object.values<{ total_cost: number }>(log.stats.model_usage);
  expect(used?.total_cost).toBeCloseTo(usd, 10);
  for (const [index, { steps }] of trajectories.entries()) {
    const { messages } = log.samples[index];
    const answers = messages.filter(({ role }: { role: string }) => role === 'tool');
    expect(
      answers.map((message: { function: string; metadata: object }) => [message.function, message.metadata]),
    ).toEqual(
      steps.map(({ call, answer }) => [call.tool, expect.objectContaining({ sha256: answer?.sha256 })]),
    );
  }
});

test('eee: a sample is a trial, and its score, tokens and calls are those of the run', async () => {
  const [text = '', samples = ''] = exported('eee', out.model);
  await exportAll([{ format: 'eee', folder: out.model }]);
  expect(exported('eee', out.model), 'a second export has the same bytes').toEqual([text, samples]);
  const { evaluation_results, model_info, detailed_evaluation_results } = JSON.parse(text);
  expect(evaluation_results[0].score_details.score).toBe(0.5);
  expect(model_info.additional_details.decided_by).toBe('model');
  expect(detailed_evaluation_results.checksum).toBe(sha256(samples));
  const rows = samples
    .trimEnd()
    .split('\n')
    .map((row) => JSON.parse(row));
  const trajectories = await trajectoriesOf(out.model);
  expect(rows.map(({ evaluation }) => evaluation.score)).toEqual([1, 0]);
  for (const [index, { steps, usage }] of trajectories.entries()) {
    const { messages, evaluation, token_usage } = rows[index];
    const calls = messages.flatMap(({ tool_calls = [] }: { tool_calls?: { name: string }[] }) => tool_calls);
    expect(calls.map(({ name }: { name: string }) => name)).toEqual(steps.map(({ call }) => call.tool));
    expect(evaluation.tool_calls_count).toBe(steps.length);
    expect(token_usage.output_tokens).toBe(usage?.tokens?.output);
  }
});

test.each(['replay', 'model'] as const)(
  'otel: a %s is a span for each episode, request and call',
  async (of) => {
    const [text = ''] = exported('otel', out[of]);
    const spans: { name: string }[] = JSON.parse(text).resourceSpans[0].scopeSpans[0].spans;
    const named = (start: string) => spans.map(({ name }) => name).filter((name) => name.startsWith(start));
    const trajectories = await trajectoriesOf(out[of]);
    expect(named('invoke_agent ').length).toBe(trajectories.length);
    expect(named('tools/call ').length).toBe(trajectories.length);
    expect(named('chat ').length).toBe(
      trajectories.reduce((sum, { usage }) => sum + (usage?.requests ?? 0), 0),
    );
    expect(named('execute_tool ')).toEqual(
      trajectories.flatMap(({ steps }) => steps.map(({ call }) => `execute_tool ${call.tool}`)),
    );
  },
);

test('the run of a model is verified, and judged again as it was', async () => {
  for (const command of ['verify', 'judge'])
    expect(await project.harness([command, out.model])).toMatchObject({ exitCode: 0, stderr: '' });
});

test('a run without its events is samples without words in inspect, and nothing in atif', async () => {
  const folder = await folderOf();
  await cp(out.replay, folder, { recursive: true });
  await rm(path.join(folder, 'events'), { recursive: true });
  await exportAll([{ format: 'inspect', folder }]);
  const [log = ''] = exported('inspect', folder);
  expect(await exportFaults('inspect', log)).toEqual([]);
  const { exitCode, stderr } = await project.harness(['export', 'atif', folder]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`nothing to write: no saved events of ${task} #1`);
});

test('a line of the events that is none is a mistake of the user', async () => {
  const folder = await folderOf();
  await cp(out.replay, folder, { recursive: true });
  const events = path.join(folder, 'events', `${(await runIds(folder))[0]}.jsonl`);
  await writeFile(events, '{"type":"tool_call","atMs":1,"seq":-1}\n');
  const { exitCode, stderr, stdout } = await project.harness(['export', 'atif', folder]);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toMatch(/\.jsonl:1: seq: /);
});

async function runIds(folder: string): Promise<string[]> {
  return (await readSavedLines(folder)).trajectories.flatMap(({ line }) => line?.runId ?? []);
}
