import * as z from 'zod';
import { readJson } from '../../platform/files/read-json.ts';
import { ownOf } from '../../platform/words/known-names.ts';
import { ownId } from '../records/custom-id.ts';

const SuiteBaseline = z.strictObject({
  /** How many tasks of the suite must pass, including tasks that are not required. */
  expected_pass_count: z.int().nonnegative(),
  /** Ids of the tasks that must be played and pass. */
  required: z
    .array(z.string().min(1))
    .min(1)
    .refine((ids) => new Set(ids).size === ids.length, 'a task is listed twice'),
});

const BaselineV1 = z.strictObject({
  schema: z.literal('contract-bench.baseline.v1'),
  /** The server whose replays are judged. */
  server: z.string().min(1),
  suites: z.record(z.string(), SuiteBaseline),
});

const Excused = z.record(
  z.string().min(1),
  z.string().refine((why) => why.trim() !== '', 'must state a reason'),
);

const BaselineV2 = z.strictObject({
  schema: z.literal('contract-bench.baseline.v2'),
  /** By id; the first is the default. */
  servers: z
    .record(
      z.string().min(1),
      z.strictObject({
        /** Recorded tasks that need not pass, each with a reason. */
        excused: Excused,
      }),
    )
    .refine((servers) => Object.keys(servers).length > 0, 'must name a server'),
});

/**
 * The requirements of the gate for a commit's replays, beside every recorded task of the played suites:
 * `results/baseline.json`. It may be raised and never lowered.
 */
export const Baseline = z.discriminatedUnion('schema', [BaselineV1, BaselineV2]);
export type Baseline = z.infer<typeof Baseline>;

/** Throws UserError. */
export function readBaseline(file: string): Baseline {
  return readJson(file, Baseline);
}

/** The server whose replays are judged by default. */
export function serverOf(baseline: Baseline): string {
  return 'server' in baseline ? baseline.server : (Object.keys(baseline.servers)[0] ?? '');
}

/** The required passes of each suite, whether recorded or not. */
export function requiredBy(
  baseline: Baseline | null,
): Readonly<Record<string, z.infer<typeof SuiteBaseline>>> {
  return baseline && 'suites' in baseline ? baseline.suites : {};
}

/** The excused tasks of a server with their reasons. */
export function excusedOf(baseline: Baseline | null, server: string): ReadonlyMap<string, string> {
  if (!baseline || !('servers' in baseline)) return new Map();
  const ofServer = Object.entries(baseline.servers).filter(([id]) => ownId(id) === ownId(server));
  return new Map(ofServer.flatMap(([, { excused }]) => Object.entries(excused)));
}

/** Placeholder for a reason that is not written yet; the gate does not accept it as a reason. */
export const reasonToWrite = 'write here why this task need not pass';

/** The baseline in the newest schema with more excused tasks of a server; existing reasons stay. */
export function withExcused(
  baseline: Baseline | null,
  server: string,
  tasks: readonly string[],
  reason: string,
): Baseline {
  const before = baseline && 'servers' in baseline ? baseline.servers : {};
  const ids = Object.keys(before).length > 0 ? [] : [baseline ? serverOf(baseline) : server];
  const id = [...Object.keys(before), ...ids].find((each) => ownId(each) === ownId(server)) ?? server;
  const known = excusedOf(baseline, server);
  const more = tasks.filter((task) => !known.has(task)).sort();
  const servers = { ...Object.fromEntries(ids.map((each) => [each, { excused: {} }])), ...before };
  const excused = {
    ...ownOf(servers, id)?.excused,
    ...Object.fromEntries(more.map((task) => [task, reason])),
  };
  return { schema: 'contract-bench.baseline.v2', servers: { ...servers, [id]: { excused } } };
}

/** The known facts about a task of a server at the base commit. */
export type AtBase = (
  server: string,
  task: string,
) => {
  /** Null if it was not played or the outcome is unknown. */
  passed: boolean | null;
  isRecorded: boolean;
};

/**
 * Every requirement that is lower in `now` than in `before`, as text; empty if none is. `before`: null if there was no
 * baseline.
 */
export function loweredFrom(
  before: Baseline | null,
  now: Baseline,
  { atBase, isTask }: { atBase: AtBase; isTask: (id: string) => boolean },
): string[] {
  const otherServer =
    before === null || serverOf(before) === serverOf(now)
      ? []
      : [`server: "${serverOf(now)}", the base has "${serverOf(before)}"`];
  return [...otherServer, ...('suites' in now ? lessRequired(requiredBy(before), now.suites) : newExcuses())];

  function newExcuses(): string[] {
    const required = Object.values(requiredBy(before)).flatMap((suite) => suite.required);
    return 'suites' in now
      ? []
      : Object.entries(now.servers).flatMap(([server, { excused }]) =>
          Object.keys(excused)
            .filter((id) => isTask(id) && !excusedOf(before, server).has(id))
            .flatMap((id) => {
              const { passed, isRecorded } = atBase(server, id);
              const wasAsked = before !== null && ('suites' in before ? required.includes(id) : isRecorded);
              const why = passed ? 'it passed at the base' : 'the base requires it';
              return passed || (passed === null && wasAsked)
                ? [`servers.${server}.excused: ${id} added; ${why}`]
                : [];
            }),
        );
  }
}

function lessRequired(before: ReturnType<typeof requiredBy>, now: ReturnType<typeof requiredBy>): string[] {
  return Object.entries(before).flatMap(([suite, asked]) => {
    const left = ownOf(now, suite);
    if (!left) return [`suites.${suite}: removed; the base has it`];
    const counts = [left.expected_pass_count, asked.expected_pass_count] as const;
    return [
      ...(counts[0] < counts[1]
        ? [`suites.${suite}.expected_pass_count: lowered to ${counts[0]}; the base has ${counts[1]}`]
        : []),
      ...asked.required
        .filter((id) => !left.required.includes(id))
        .map((id) => `suites.${suite}.required: ${id} removed; the base requires it`),
    ];
  });
}
