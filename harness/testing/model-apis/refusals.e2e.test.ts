import { describe, expect, test } from 'vitest';
import { sized } from '../sized.ts';
import { apiFormats } from './index.ts';
import { startVendor, type Vendor } from './start-vendor.ts';
import type { ApiFormat } from './wire/api-format.ts';
import type { Example, Row } from './wire/refusal.ts';
import type { Question, Reply } from './wire/script.ts';

/** Whether it takes millions of characters to break a rule; of those about the length of a prompt one is small. */
const isLarge = (dialect: string, rule: string) =>
  ['too-large', 'answer-too-long'].includes(rule) || (rule === 'prompt-too-long' && dialect !== 'vllm');

const refusals = apiFormats.map((dialect) => ({
  id: dialect.id,
  dialect,
  rows: sized(
    dialect.rows.filter(({ rule }) => !isLarge(dialect.id, rule)),
    dialect.rows,
  ),
}));

describe.each(refusals)('$id', ({ dialect, rows }) => {
  test.each(rows)('refuses $refuses ($rule)', (row) => isRefused(dialect, row));

  test('takes genuine requests, thoughts sent back as they came', async () => {
    await using vendor = await startVendor(dialect.id, caller);
    const first = await post(vendor, dialect.example(vendor.key));
    const second = await post(vendor, dialect.example(vendor.key, JSON.parse(first.text)));
    expect([first.status, second.status], second.text).toEqual([200, 200]);
    expect(second.text).toContain('Done.');
    expect(vendor.requests.map(({ refused }) => refused)).toEqual([null, null]);
  });
});

test('every refusal has a rule of its own within its dialect, and a source that can be opened', () => {
  for (const { id, rows } of apiFormats) {
    expect(new Set(rows.map(({ rule }) => rule)).size, id).toBe(rows.length);
    for (const { rule, source } of rows) expect(URL.parse(source)?.protocol, `${id} ${rule}`).toBe('https:');
  }
});

/** Calls the tool, then is done. */
function caller({ answers }: Question): Reply {
  if (answers.length > 0) return { text: 'Done.' };
  return { text: 'I go.', thinking: 'There.', calls: [{ tool: 'open', args: { url: 'https://a.test/' } }] };
}

async function post({ url }: Vendor, { path, headers, body }: Example<unknown>) {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The row's words with anything in their places. */
function patternOf({ words }: Row): RegExp {
  const parts = words.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]+')}$`);
}

/** Every text of a body, wherever it stands: each vendor has another place for its words. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

async function isRefused(dialect: ApiFormat, row: Row): Promise<void> {
  let refuse: string | null = null;
  await using vendor = await startVendor(dialect.id, (asked) => (refuse ? { refuse } : caller(asked)));
  const first = await post(vendor, dialect.example(vendor.key));
  expect(first.status, first.text).toBe(200);
  const broken = dialect.broken(row.rule, vendor.key, JSON.parse(first.text));
  if (!broken) refuse = row.rule;
  const answer = await post(vendor, broken ?? dialect.example(vendor.key, JSON.parse(first.text)));
  expect(vendor.requests.at(-1)?.refused, answer.text).toBe(row.rule);
  expect(answer.status).toBe(row.status);
  const texts = textsOf(JSON.parse(answer.text));
  expect(texts).toEqual(expect.arrayContaining([expect.stringMatching(patternOf(row))]));
  if (row.type !== '') expect(texts).toContain(row.type);
  expect(answer.text).not.toMatch(/\{\w+\}/);
}
