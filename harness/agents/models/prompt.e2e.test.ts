import { beforeAll, expect, test } from 'vitest';
import { promptOf } from '../../task/given.ts';
import { readSuites } from '../../task/read-suites.ts';
import { noPatternCheck } from '../../task/read-tasks.ts';
import type { FakeApi } from '../../testing/model-apis/stand-in-api.ts';
import { done, playModel } from '../../testing/models/model-play.ts';
import { isLong } from '../../testing/sized.ts';

/** The requests to a Claude model that waits once and is done. */
let sent: FakeApi['requests'];
beforeAll(async () => {
  const { api } = await playModel('claude', ({ number }) =>
    number === 1 ? { calls: [{ tool: 'wait', args: { ms: 1 } }] } : done,
  );
  sent = api.requests;
});

if (isLong) {
  test('every vendor gets the same prompt and tools', async () => {
    const claude = sent[0]?.body as {
      system: { text: string }[];
      messages: { content: { text: string }[] }[];
      tools: { name: string; description: string; input_schema: unknown }[];
    };
    const openai = (await playModel('openai', () => done)).api.requests[0]?.body as {
      messages: { content: string }[];
      tools: { function: { name: string; description: string; parameters: unknown } }[];
    };
    const ofClaude = {
      system: claude.system[0]?.text,
      prompt: claude.messages[0]?.content[0]?.text,
      tools: claude.tools.map(({ name, description, input_schema }) => [name, description, input_schema]),
    };
    const ofOpenai = {
      system: openai.messages[0]?.content,
      prompt: openai.messages[1]?.content,
      tools: openai.tools.map((tool) => [
        tool.function.name,
        tool.function.description,
        tool.function.parameters,
      ]),
    };
    expect(ofOpenai).toEqual(ofClaude);
    expect(ofClaude.tools.length).toBeGreaterThan(3);
    const { system, prompt } = ofClaude;
    expect({ system, prompt }).toMatchInlineSnapshot(`
    {
      "prompt": "Goal: Get there.

    The browser is open at https://a.test/

    You have 20 tool calls and 120 seconds.

    The call that opened it answered:
    opened https://a.test/",
      "system": "You operate a web browser through tools. Reach the goal that the user gives, and leave the browser on the page that shows it was reached. Only the browser is judged; your messages are not read. When the goal is reached, or cannot be reached, call the tool that ends the task.",
    }
  `);
  });
}

test('tools and system prompt are marked for the cache, and so is the conversation so far', () => {
  expect(sent).toHaveLength(2);
  const marked = (value: unknown) =>
    JSON.stringify(value).split('"cache_control":{"type":"ephemeral"}').length - 1;
  for (const { body } of sent) {
    const { tools, system, messages } = body as { tools: unknown[]; system: unknown; messages: unknown[] };
    expect([marked(tools), marked(tools.at(-1)), marked(system), marked(messages.at(-1))]).toEqual([
      1, 1, 1, 1,
    ]);
    // Also the user turn before it, if there is one, because the vendor looks back only 20 blocks.
    expect(marked(messages)).toBe(messages.length === 1 ? 1 : 2);
  }
});

test('the prompt contains nothing of the contract', async () => {
  const { tasks } = await readSuites('tasks', noPatternCheck);
  expect(tasks.length).toBeGreaterThan(20);
  for (const { task } of tasks) {
    const { system, task: goal } = promptOf(task, task, null);
    const told = `${system}\n${goal}`;
    for (const text of stringsOf(task.success)) expect(told).not.toContain(text);
  }
});

/** The patterns and texts of a contract. */
function stringsOf(contract: object): string[] {
  return Object.entries(contract).flatMap(([key, value]): string[] => {
    if (['pattern', 'contains', 'equals', 'url_pattern', 'regex'].includes(key) && typeof value === 'string')
      return [value];
    if (Array.isArray(value))
      return value.flatMap((child) => (typeof child === 'object' ? stringsOf(child) : []));
    return typeof value === 'object' && value !== null ? stringsOf(value) : [];
  });
}

test('if the sites hold the outcome, the prompt says so, and that the answer is read', () => {
  const asked = { goal: 'Order a tent.', startUrl: 'about:blank' };
  const limits = { maxSteps: 5, maxDurationMs: 1000 };
  const [page, state] = (['reload', 'state'] as const).map((verify) =>
    promptOf({ ...asked, verify }, limits, null),
  );
  expect(page?.system).toContain('your messages are not read');
  expect(state?.system).toContain('the answer that you pass to the tool that ends the task');
  expect(state?.task).toBe(page?.task);
});
