import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exampleResult, exampleRun } from '../../results/examples/example-run.ts';
import type { Run } from '../../results/records/result.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { type Budgets, budgetFailures, budgetsOfFolder } from './budgets.ts';
import type { SuiteAnswers } from './compare-answers.ts';

type ToolList = Run['config']['server']['toolList'];

const answersOf = (changes: Partial<SuiteAnswers>): SuiteAnswers => ({
  ...{ suite: 'first', episodes: 1, bytes: 100, recordedBytes: 100, ratio: 1, uncompared: 0 },
  ...{ kinds: {}, otherKinds: [], errors: 0, recordedErrors: 0, silent: 0, byHand: 0 },
  ...{ failures: [], notes: [], ...changes },
});

function runWith(toolList: ToolList, suite = 'first') {
  const { toolList: _, ...server } = exampleRun().config.server;
  const listed = toolList === undefined ? server : { ...server, toolList };
  return { file: `${suite}.json`, run: exampleRun({ suite, config: { server: listed } }) };
}

const off: Budgets = { maxToolTokens: null, maxAnswerRatio: null };

const whatOf = (
  budgets: Partial<Budgets>,
  suites: { suite: string; judged: ReturnType<typeof runWith>[] }[],
  answers: SuiteAnswers[] = [],
) =>
  budgetFailures({ ...off, ...budgets }, { suites, answers }, 'b.json').map(
    ({ file, what }) => `${file}: ${what}`,
  );

const list = { tools: 3, bytes: 900, tokens: 200 };

test('the tokens of the tool list have a limit, which is off by default', () => {
  const suites = [
    { suite: 'first', judged: [runWith(list)] },
    { suite: 'second', judged: [runWith(list, 'second')] },
  ];
  expect(whatOf({}, suites)).toEqual([]);
  expect(whatOf({ maxToolTokens: 200 }, suites)).toEqual([]);
  expect(whatOf({ maxToolTokens: 199 }, suites)).toEqual([
    'first.json: the tool list of 3 tools has 200 tokens; --max-tool-tokens is 199',
  ]);
});

test('an unknown size of the tool list fails, and so does the absence of a run', () => {
  const unknown = [{ suite: 'first', judged: [runWith({ ...list, tokens: null }), runWith(undefined)] }];
  expect(whatOf({}, unknown)).toEqual([]);
  expect(whatOf({ maxToolTokens: 1e6 }, unknown)).toEqual([
    'first.json: the tokens of the tool list are unknown because gpt-tokenizer was not installed: run npm i -D gpt-tokenizer, then play again; --max-tool-tokens is 1000000',
    'first.json: the run does not have the size of the tool list: play it again; --max-tool-tokens is 1000000',
  ]);
  const none = [{ suite: 'first', judged: [] }];
  expect(whatOf({}, none)).toEqual([]);
  expect(whatOf({ maxToolTokens: 1, maxAnswerRatio: 1 }, none)).toEqual([
    'b.json: --max-tool-tokens: no run was judged',
    'b.json: --max-answer-ratio: no run was judged',
  ]);
});

test('the bytes of the answers have a limit, which is off by default', () => {
  const suites = [{ suite: 'first', judged: [runWith(list)] }];
  const large = [answersOf({ bytes: 5_000_000, ratio: 50_000 })];
  expect(whatOf({}, suites, large)).toEqual([]);
  expect(whatOf({ maxAnswerRatio: 1 }, suites, [answersOf({})])).toEqual([]);
  expect(whatOf({ maxAnswerRatio: 2 }, suites, large)).toEqual([
    'first.json: first: answers of 5000000 bytes, 50,000 times the 100 of the recordings; --max-answer-ratio is 2',
  ]);
});

test('answers of an unknown size fail', () => {
  const suites = [{ suite: 'first', judged: [runWith(list)] }];
  const unknown = 'first.json: first: no recorded answers to compare with';
  expect(whatOf({ maxAnswerRatio: 9 }, suites)).toEqual([expect.stringContaining(unknown)]);
  expect(whatOf({ maxAnswerRatio: 9 }, suites, [answersOf({ episodes: 0 })])).toEqual([
    expect.stringContaining(unknown),
  ]);
  expect(whatOf({ maxAnswerRatio: 9 }, suites, [answersOf({ ratio: null })])).toEqual([
    'first.json: first: no task passed whose answers have a known size; --max-answer-ratio is 9',
  ]);
  expect(whatOf({ maxAnswerRatio: 9 }, suites, [answersOf({ uncompared: 2 })])).toEqual([
    expect.stringContaining('first: 2 passed episodes without a comparison'),
  ]);
});

test('the runs of a folder are judged by their budgets', async () => {
  const folder = await folderOf({});
  const { run } = runWith(list);
  const runId = '20260102T030405Z-abcdef-first';
  const content = { ...run, runId, episodes: [exampleResult({ taskId: 'a' })] };
  await writeFile(path.join(folder, `${runId}.json`), JSON.stringify(content));
  const recordings = { folders: [], root: folder };
  const judged = async (budgets: Partial<Budgets>) =>
    (await budgetsOfFolder(folder, { ...off, ...budgets }, recordings)).map(({ what }) => what);
  expect(await judged({ maxToolTokens: 200 })).toEqual([]);
  expect(await judged({ maxToolTokens: 1, maxAnswerRatio: 2 })).toEqual([
    'the tool list of 3 tools has 200 tokens; --max-tool-tokens is 1',
    expect.stringMatching(/^first: (no task passed whose|no recorded) /),
  ]);
  await expect(budgetsOfFolder(await folderOf({}), { ...off, maxToolTokens: 1 }, recordings)).rejects.toThrow(
    'holds no run',
  );
});
