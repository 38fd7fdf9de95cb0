import {
  type BuiltInAgent,
  type BuiltInAgentOptions,
  noModelOptions,
  noOptions,
} from '../../agents/built-in-agent.ts';
import { findBuiltInAgent } from '../../agents/index.ts';
import type { Tool } from '../../servers/answer.ts';
import { Task } from '../../task/task.ts';
import type { Vendor } from '../model-apis/start-vendor.ts';
import { price } from './model-play.ts';
import { ways } from './ways.ts';

/** The task of models that play without a browser. */
export const modelTask: Task = Task.parse({
  id: 'test-task',
  title: 'Test',
  goal: 'Get there.',
  startUrl: 'about:blank',
  maxSteps: 30,
  maxDurationMs: 60_000,
  success: { kind: 'url', pattern: '^https://a\\.test/goal' },
});

/** The tools of a server with one tool. */
export const oneTool: readonly Tool[] = [
  { name: 'open', description: 'Opens a page.', inputSchema: { type: 'object', properties: {} } },
];

/** What a model says that ends its task at once. */
export const saysDone = () => ({ calls: [{ tool: 'done', args: { success: true } }] });

/** Flags of a model; without a name, it is the usual one of its vendor in tests. */
export type ModelFlags = Partial<BuiltInAgentOptions['model']>;

/** The built-in agent of a model of this vendor, as its flags make it. */
export async function agentOf(
  dialect: string,
  vendor: Vendor,
  { name, ...flags }: ModelFlags = {},
): Promise<BuiltInAgent> {
  const way = ways[dialect];
  if (!way) throw new Error(`nothing is known of ${dialect}`);
  return findBuiltInAgent(way.adapter).make({
    ...noOptions,
    env: { OPENCHROME_BENCH_REAL: '1', ...way.env(vendor) },
    model: { ...noModelOptions, name: name ?? way.model, price, ...flags },
  });
}
