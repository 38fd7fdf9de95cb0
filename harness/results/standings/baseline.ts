import * as z from 'zod';
import { readJson } from '../../platform/files/read-json.ts';

const SuiteBaseline = z.strictObject({
  /** How many tasks of the suite must pass, required ones or not. */
  expected_pass_count: z.int().nonnegative(),
  /** Ids of the tasks that must be played and pass. */
  required: z
    .array(z.string().min(1))
    .min(1)
    .refine((ids) => new Set(ids).size === ids.length, 'a task is named twice'),
});

/** What the gate asks of a commit's replays, by suite: `results/baseline.json`. It may be raised and never lowered. */
export const Baseline = z.strictObject({
  schema: z.literal('contract-bench.baseline.v1'),
  /** The server whose replays are judged. */
  server: z.string().min(1),
  suites: z.record(z.string(), SuiteBaseline),
});
export type Baseline = z.infer<typeof Baseline>;

/** Throws UserError. */
export function readBaseline(file: string): Baseline {
  return readJson(file, Baseline);
}

/** Everything in which `now` asks less than `before`, in words; empty where it asks as much or more. */
export function loweredFrom(before: Baseline, now: Baseline): string[] {
  const otherServer =
    before.server === now.server ? [] : [`server: "${now.server}", the base has "${before.server}"`];
  const lowered = Object.entries(before.suites).flatMap(([suite, asked]) => {
    const left = now.suites[suite];
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
  return [...otherServer, ...lowered];
}
