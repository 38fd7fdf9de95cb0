import { UserError } from '../../platform/errors/user-error.ts';
import { thereIs } from '../../platform/words/known-names.ts';
import { printed } from '../../platform/words/printed.ts';
import type { Plan } from '../plan.ts';
import { dots } from './dots.ts';
import { github } from './github.ts';
import { json } from './json.ts';
import { junit } from './junit.ts';
import { list } from './list.ts';
import { none } from './none.ts';
import type { Reporter, ReporterMaker } from './reporter.ts';

export const reporters: readonly ReporterMaker[] = [list, dots, github, junit, json, none];

export function findReporter(id: string): ReporterMaker {
  const reporter = reporters.find((each) => each.id === id);
  if (!reporter)
    throw new UserError(
      `--reporter: unknown reporter "${id}"; ${thereIs(
        id,
        reporters.map((each) => each.id),
      )}`,
    );
  return reporter;
}

/** The chosen reporter with defaults for missing methods. Its exceptions are printed and ignored. */
export function reporterFor(id: string, plan: Plan): Reporter {
  const reporter = findReporter(id).make(plan, {
    out: process.stdout,
    err: process.stderr,
    env: process.env,
  });
  const harmless =
    <Args extends unknown[]>(log: ((...args: Args) => void) | undefined) =>
    (...args: Args) => {
      try {
        log?.apply(reporter, args);
      } catch (error) {
        process.stderr.write(
          `${printed(`reporter ${id}: ${error instanceof Error ? error.message : error}`)}\n`,
        );
      }
    };
  return {
    start: harmless(reporter.start),
    episodeStart: harmless(reporter.episodeStart),
    event: harmless(reporter.event),
    episodeEnd: harmless(reporter.episodeEnd),
    recorded: harmless(reporter.recorded),
    browserKept: harmless(
      reporter.browserKept ?? ((line) => void process.stderr.write(`${printed(line)}\n`)),
    ),
    answersSaved: harmless(reporter.answersSaved),
    interrupted: harmless(reporter.interrupted),
    end: harmless(reporter.end),
  };
}

export type { Reporter } from './reporter.ts';
