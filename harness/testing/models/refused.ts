import { expect } from 'vitest';
import { dialects } from '../model-apis/index.ts';
import { startVendor, type Vendor } from '../model-apis/start-vendor.ts';
import type { Dialect } from '../model-apis/wire/dialect.ts';
import type { Example, Row } from '../model-apis/wire/refusal.ts';
import type { Asked, Reply } from '../model-apis/wire/script.ts';

/** Whether it takes millions of characters to break a rule; of those about the length of a prompt one is small. */
const isLarge = (dialect: string, rule: string) =>
  ['too-large', 'answer-too-long'].includes(rule) || (rule === 'prompt-too-long' && dialect !== 'vllm');

/** The dialects with those of their refusals whose requests are small, or with the others. */
export function refusalsOf(size: 'small' | 'large') {
  return dialects.map((dialect) => ({
    id: dialect.id,
    dialect,
    rows: dialect.rows.filter(({ rule }) => isLarge(dialect.id, rule) === (size === 'large')),
  }));
}

/** Calls the tool, then is done. */
export function caller({ answers }: Asked): Reply {
  if (answers.length > 0) return { text: 'Done.' };
  return { text: 'I go.', thinking: 'There.', calls: [{ tool: 'open', args: { url: 'https://a.test/' } }] };
}

export async function post({ url }: Vendor, { path, headers, body }: Example<unknown>) {
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

export async function isRefused(dialect: Dialect, row: Row): Promise<void> {
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
