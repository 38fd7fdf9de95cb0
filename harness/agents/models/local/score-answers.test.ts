import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { exampleLocalModel } from '../../../results/examples/example-local-model.ts';
import { exampleResult, exampleRun } from '../../../results/examples/example-run.ts';
import { answersFileOf, keptAnswers, readAnswers } from '../../../results/records/kept-answers.ts';
import { keepAnswers, keepEvents } from '../../../results/store/save-run.ts';
import { folderOf } from '../../../testing/folder-of.ts';
import { recordedAnswers } from './record-answers.ts';
import { answerContradictions, countFindings, isSameCall, ScoreProgress } from './score-answers.ts';

const call = { tool: 'browser.type', args: { ref: 'e1', text: 'green tea' } };

test.each<[string, object, boolean]>([
  ['the same arguments', { ref: 'e1', text: 'green tea' }, true],
  [
    'the arguments in the field of a schema that is no object',
    { input: { ref: 'e1', text: 'green tea' } },
    true,
  ],
  ['a redacted value', { ref: 'e1', text: 'green [redacted:KEY]' }, true],
  ['another value', { ref: 'e1', text: 'black tea' }, false],
  ['another value beside a redacted one', { ref: 'e2', text: '[redacted:KEY]' }, false],
  ['other arguments in that field', { input: { ref: 'e1', text: 'black tea' } }, false],
  ['one more argument', { ref: 'e1', text: 'green tea', submit: true }, false],
])('%s of an answer: the stored call is the same, or not', (_, args, isSame) => {
  expect(isSameCall(call, { name: 'browser_type', args: { ...args } })).toBe(isSame);
});

test('a call of another tool, or without an answer, is not the same', () => {
  expect(isSameCall(call, { name: 'browser_click', args: call.args })).toBe(false);
  expect(isSameCall(call, undefined)).toBe(false);
});

const line = JSON.stringify({
  request: 0,
  conversation: { messages: [], tools: [] },
  form: { kind: 'text' },
  sampling: { temperature: 0.7, topK: 20, topP: 0.8, repeatPenalty: 1 },
  ...{ tokens: [1, 2], text: 'a', logProbability: -1, end: 'stop', promptSha256: '' },
});

/** A run whose only episode has two answers of two tokens in its row. */
function runOf() {
  const tokens = { input: 5, output: 4, cacheRead: 0, cacheWrite: 0 };
  const episode = exampleResult({ taskId: 'a', requests: 2, tokens, usd: 0 });
  return exampleRun({
    config: { kind: 'agent', model: exampleLocalModel({ toolCalls: 'asked' }) },
    episodes: [episode],
  });
}

test.each<[string, Record<string, string>, RegExp | null]>([
  ['all answers', { 'local/a.1.jsonl': `${line}\n${line}\n` }, null],
  [
    'an answer less',
    { 'local/a.1.jsonl': `${line}\n` },
    /: a, trial 1: local\/a\.1\.jsonl has 1 answers with 2 tokens; the row has 2 requests with 4$/,
  ],
  ['no file of answers', {}, /has 0 answers with 0 tokens/],
])('an external agent with %s in its folder', async (_, files, finding) => {
  const expected = finding === null ? [] : [expect.stringMatching(finding)];
  const folder = await folderOf(files);
  const attempts = recordedAnswers(folder);
  expect(countFindings({ runs: [runOf()], attempts })).toEqual(expected);
});

test.each([
  [1, []],
  [3, ['scored 1 of 3 answers', 'scored 2 of 3 answers']],
  [250, Array.from({ length: 19 }, (_, at) => `scored ${Math.ceil(((at + 1) * 250) / 20)} of 250 answers`)],
])('of %i answers each twentieth part is reported', (of, wanted) => {
  const lines: string[] = [];
  const progress = new ScoreProgress(of, (line) => lines.push(line));
  for (let done = 0; done < of; done += 1) progress.scored();
  expect(lines.map((line) => line.replace(/, about \d+\.\d minutes left$/, ''))).toEqual([
    `scoring ${of} answers under the weights`,
    ...wanted,
  ]);
});

describe('a run in the results', () => {
  const answer = (name: string) => ({
    ...JSON.parse(line),
    ...{ form: { kind: 'calls' }, end: 'call', text: JSON.stringify({ name, arguments: { ref: 'e1' } }) },
  });
  const events = (...tools: string[]) =>
    tools
      .map((tool) =>
        JSON.stringify({ runId: 'one', taskId: 'a', trial: 1, type: 'tool_call', tool, args: { ref: 'e1' } }),
      )
      .join('\n');
  const run = { ...runOf(), runId: 'one' };
  run.config.kind = 'model';

  /** Results with the answers and the events of the run. */
  async function resultsWith(names: string[], tools: string[]) {
    const results = await folderOf({
      'out/local/a.1.jsonl': names.map((name) => `${JSON.stringify(answer(name))}\n`).join(''),
    });
    keepEvents(results, run, events(...tools));
    keepAnswers(results, run, recordedAnswers(path.join(results, 'out')));
    return results;
  }

  test.each<[string, string[], string[], RegExp | null]>([
    ['the calls of its events', ['click', 'open'], ['click', 'open'], null],
    [
      'another call',
      ['click', 'open'],
      ['click', 'type'],
      /^one: a, trial 1: call 2 is not the call of a\.1$/,
    ],
    ['a call more', ['click', 'open'], ['click', 'open', 'open'], /call 3 is not the call/],
    [
      'an answer less',
      ['click'],
      ['click'],
      /a\.1 has 1 answers with 2 tokens; the row has 2 requests with 4$/,
    ],
  ])('has answers with %s', async (_, names, tools, finding) => {
    const results = await resultsWith(names, tools);
    const expected = finding === null ? [] : [expect.stringMatching(finding)];
    expect(answerContradictions(results, run)).toEqual(expected);
    expect(keptAnswers(results)).toEqual(['one']);
  });

  test('keeps every answer, and the file is gone if it has none', async () => {
    const results = await resultsWith(['click', 'open'], []);
    const attempts = readAnswers(results, 'one');
    expect(
      attempts?.map(({ lines, ...attempt }) => ({
        ...attempt,
        answers: lines.map((each) => JSON.parse(each)),
      })),
    ).toEqual([{ name: 'a.1', taskId: 'a', trial: 1, answers: [answer('click'), answer('open')] }]);
    keepAnswers(results, run, []);
    expect([keptAnswers(results), answerContradictions(results, run)]).toEqual([[], []]);
  });

  test('with a damaged file is refused, with the file and the line', async () => {
    const results = await resultsWith(['click'], []);
    const file = answersFileOf(results, 'one');
    await writeFile(file, gzipSync('{"taskId": "a"}\n'));
    expect(() => answerContradictions(results, run)).toThrow(
      `${file}: line 1: expected an object with taskId, trial and answer; found {"taskId": "a"}`,
    );
    await writeFile(file, 'no gzip');
    expect(() => answerContradictions(results, run)).toThrow(`${file}: invalid gzip`);
  });
});
