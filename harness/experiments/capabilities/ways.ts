import { saidBy, whatIsByScript, whatIsMissing } from '../../agents/baselines/walk/play-steps.ts';
import type { BuiltInAgent } from '../../agents/built-in-agent.ts';
import type { CapabilityCell } from '../../results/records/capabilities-record.ts';
import { whyNotPassed } from '../../results/records/why-not-passed.ts';
import { readSavedLines } from '../../results/verify/read-saved.ts';
import { makePlan } from '../../run/make-plan.ts';
import { quietOptions } from '../../run/plan.ts';
import type { PlanOptions } from '../../run/plan-options.ts';
import { playPlan } from '../../run/play-plan.ts';
import type { Tool } from '../../servers/answer.ts';
import type { ServerChoice } from '../../servers/index.ts';
import type { Server } from '../../servers/server.ts';
import type { ToolMapping } from '../../servers/tool-mappings/tool-mapping.ts';
import { ReferenceSolution } from '../../task/walkthroughs/walkthrough.ts';

export type Way = { nth: number; by: 'tools' | 'script'; steps: ReferenceSolution };

/**
 * The solution paths that a server's tools can express, paths with its own tools first; for the others, what it lacks. Waiting
 * counts as neither, because a server without a waiting tool can read again. Reading a position does not count either;
 * reading requested content does.
 */
export function waysOf(
  walkthroughs: readonly unknown[],
  mapping: ToolMapping,
): { ways: Way[]; missing: CapabilityCell['missing'] } {
  const parsed = walkthroughs.map((each, index) => ({
    nth: index + 1,
    steps: ReferenceSolution.parse(each),
  }));
  const ways = parsed
    .filter(({ steps }) => whatIsMissing(steps, mapping).length === 0)
    .map((way): Way => ({ ...way, by: saidBy(way.steps, mapping) === 'script' ? 'script' : 'tools' }));
  const missing = new Map(
    parsed
      .flatMap(({ steps }) => [...whatIsMissing(steps, mapping), ...whatIsByScript(steps, mapping)])
      .map(({ verb, way: { why, lacks, fails } }) => [
        verb,
        { verb, why, lacks: lacks?.source ?? null, fails },
      ]),
  );
  return {
    ways: [...ways.filter(({ by }) => by === 'tools'), ...ways.filter(({ by }) => by === 'script')],
    missing: [...missing.values()],
  };
}

/** The outcome of a path on one seed. */
export type WayOutcome = {
  status: string;
  why: string;
  /** In the order of their first calls. */
  tools: string[];
  lastTool: string | null;
  calls: number;
  bytes: number;
  /** Tokens in the texts of those answers. */
  tokens: number;
};

type MeasurementContext = Pick<PlanOptions, 'project' | 'out' | 'workers'> & {
  choice: ServerChoice;
  suite: string;
  countTokens(text: string): number;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
};

/** Plays one path of each of these instances through a server; returns outcomes by id. It writes only below `out`. */
export async function playWays(
  ways: ReadonlyMap<string, ReferenceSolution>,
  { suite, countTokens, project, choice, workers, out, env, signal }: MeasurementContext,
): Promise<Map<string, WayOutcome>> {
  if (ways.size === 0) return new Map();
  const plan = await makePlan(
    {
      ...quietOptions(project),
      suites: [suite],
      taskIds: [...ways.keys()],
      ...choice,
      workers,
      adapter: 'oracle',
      allowMissing: true,
      out,
      walkthroughOf: async (taskId) => ways.get(taskId) ?? null,
    },
    env,
  );
  const tokensOf = new Map<string, number>();
  const heard = (taskId: string, text: string) =>
    void tokensOf.set(taskId, (tokensOf.get(taskId) ?? 0) + countTokens(text));
  const listening = { ...plan, adapter: hearing(plan.adapter, heard) };
  const { runs } = await playPlan(listening, { signal, commandLine: 'capabilities' });
  const { trajectories } = await readSavedLines(out);
  const stepsOf = new Map(
    trajectories.flatMap(({ line }) => (line ? [[line.taskId, line.trajectory.steps] as const] : [])),
  );
  const played = new Map<string, WayOutcome>();
  for (const result of runs.flatMap(({ episodes }) => episodes)) {
    const steps = stepsOf.get(result.taskId) ?? [];
    const tools = steps.map(({ call }) => call.tool);
    played.set(result.taskId, {
      status: result.status,
      why: result.error ?? whyNotPassed(result) ?? '',
      tools: [...new Set(tools)],
      lastTool: tools.at(-1) ?? null,
      calls: steps.length,
      bytes: steps.reduce((sum, { answer }) => sum + (answer?.bytes ?? 0), 0),
      tokens: tokensOf.get(result.taskId) ?? 0,
    });
  }
  return played;
}

/** The same adapter, with a listener for the answers to its calls, except the answer of the opening call. */
function hearing(adapter: BuiltInAgent, heard: (taskId: string, text: string) => void): BuiltInAgent {
  return {
    ...adapter,
    open: async (task, ...around) => {
      const opening = await adapter.open(task, ...around);
      if (!('session' in opening)) return opening;
      const { session } = opening;
      let isOpened = false;
      return {
        ...opening,
        session: {
          ...session,
          next: (last, turn) => {
            if (isOpened && last) heard(task.id, last.text);
            isOpened = true;
            return session.next(last, turn);
          },
        },
      };
    },
  };
}

/**
 * The words by which an agent learns what a server can do, sorted: names of tools and arguments, and the allowed values of
 * arguments. For a command line, the command names in its help (`  mouse <action>   move <x> <y>, down`).
 */
export function wordsOfTools(tools: readonly Tool[], { cli }: Pick<Server, 'cli'>): string[] {
  const words = new Set<string>();
  for (const { name, description = '', inputSchema } of tools) {
    words.add(name);
    addWords(inputSchema, words);
    if (cli)
      for (const [, command = ''] of description.matchAll(/^ {2}(\S.*?)(?: {2}|$)/gm))
        addCommand(command, words);
  }
  return [...words].sort();
}

function addCommand(command: string, words: Set<string>): void {
  for (const [word] of command.matchAll(/(?<![\w<[-])-*[a-z][\w-]*/g)) words.add(word);
}

function addWords(schema: unknown, words: Set<string>): void {
  if (schema === null || typeof schema !== 'object') return;
  for (const [field, value] of Object.entries(schema)) {
    if (field === 'properties' && value !== null && typeof value === 'object')
      for (const name of Object.keys(value)) words.add(name);
    if (field === 'enum' && Array.isArray(value))
      for (const each of value) if (typeof each === 'string') words.add(each);
    addWords(value, words);
  }
}
