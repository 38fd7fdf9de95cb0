import { expect, test } from 'vitest';
import { exampleLocalModel } from '../../../results/examples/example-local-model.ts';
import { exampleResult, exampleRun } from '../../../results/examples/example-run.ts';
import { folderOf } from '../../../testing/folder-of.ts';
import { countFindings, isSameCall, ScoreProgress } from './score-answers.ts';

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
function runOf(kind: 'agent' | 'model') {
  const tokens = { input: 5, output: 4, cacheRead: 0, cacheWrite: 0 };
  const episode = exampleResult({ taskId: 'a', requests: 2, tokens, usd: 0 });
  return exampleRun({
    config: { kind, model: exampleLocalModel({ toolCalls: 'asked' }) },
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
  expect(await countFindings(folder, [runOf('agent')])).toEqual(expected);
  expect(await countFindings(folder, [runOf('model')])).toEqual([]);
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
