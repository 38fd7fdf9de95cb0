import path from 'node:path';
import { styleText } from 'node:util';
import { isSet } from '../../platform/process/switches.ts';
import { decimal, seconds } from '../../platform/words/columns.ts';
import { count, nameLines } from '../../platform/words/format.ts';
import { printed } from '../../platform/words/printed.ts';
import type { Result } from '../../results/records/result.ts';
import { whyNotPassedLines } from '../../results/records/why-not-passed.ts';
import { whyNotAppended } from '../eye-options.ts';
import type { Plan } from '../plan.ts';
import { describeFailure } from './describe-result.ts';
import type { ReporterMaker } from './reporter.ts';
import { closingTable } from './results-table.ts';
import { resumeCommand } from './same-command.ts';

export const list: ReporterMaker = {
  id: 'list',
  summary: 'one line per episode, with a live progress line on a terminal (default)',
  make: (plan, { out, err, env }) => {
    const paint = painter(out, env);
    const progress = progressLine(plan, err, env);
    const causes = new Causes();
    const ids = plan.runs.flatMap(({ scheduled }) => scheduled.map(({ file }) => file.task.id.length));
    const trialWidth = plan.options.trials > 1 ? ' #10'.length : 0;
    // Aligns times and calls for all statuses, within 80 characters.
    const width = Math.min(56, markRoom + Math.max(0, ...ids) + trialWidth);
    let isKept = false;
    // `painted` is our own text; `line` may contain text of a page, a server or an agent.
    const say = (line: string, painted = '') => {
      progress.clear();
      out.write(`${painted}${printed(line)}\n`);
      progress.draw();
    };
    return {
      start: () => {
        const { chromium, server, adapter } = plan;
        say(
          `${adapter.id} on ${server.id}, ${chromium.name} ${chromium.version} (${chromium.source}), ${plan.web} web`,
        );
        for (const { notRun } of plan.runs)
          for (const { taskId, why } of notRun) say(`  not run  ${taskId} (${why})`);
      },
      episodeStart: (_run, taskId) => progress.playing(taskId),
      event: (_run, taskId, _trial, event) => {
        if (plan.options.verbose) say(`    ${taskId} ${JSON.stringify(event)}`);
      },
      episodeEnd: (run, result) => {
        progress.played(result);
        const mark = result.success ? paint.green('passed') : paint.red(result.status);
        const trial = run.config.trials > 1 ? ` #${result.trial}` : '';
        const name = `${result.taskId}${trial}`.padEnd(width - result.status.length);
        const took = seconds(result.durationMs).padStart(8);
        say(`  ${name}  ${took}  ${count(result.toolCalls, 'call').padStart(8)}`, `  ${mark}`);
        if (run.config.model !== null) say(`      ${moneyLine(result)}`);
        if (result.success) {
          if (plan.adapter.id === 'noop') say(`      ${heldAtOnce}`);
          return;
        }
        const same = causes.add(result);
        const lines =
          same === null || plan.options.verbose
            ? describeFailure(plan, run, result)
            : [`same cause as ${same}`];
        for (const line of lines) say(`      ${line}`);
      },
      recorded: (taskId, written) =>
        say(
          'file' in written ? `  recorded  ${written.file}` : `  not recorded  ${taskId}: ${written.refused}`,
        ),
      browserKept: (line) => {
        isKept = true;
        say(`  ${line}`);
      },
      answersSaved: (folder) => say(`  answers  ${folder}`),
      interrupted: () => {
        // Closing a kept browser interrupts no episode.
        if (isKept) return;
        // Printed now, because a second Ctrl-C ends without further output.
        say(
          'interrupted: the running episodes are stopped, and the finished episodes are saved. Ctrl-C again stops at once',
        );
        say(
          `continue with: ${resumeCommand(
            plan.options,
            plan.runs.map(({ run }) => run),
          )}`,
        );
      },
      end: ({ interrupted, refused, resultsFile }) => {
        progress.end();
        const whyNot = whyNotAppended(plan.options, plan.checkout);
        const shared = causes.shared();
        if (shared.length > 0) shared.unshift('');
        for (const line of [...shared, '', ...closingTable(plan), '']) say(line);
        if (refused) say(`the other episodes were not played: ${refused}`);
        if (interrupted && !isKept)
          out.write('interrupted; the command that continues the run is printed above\n');
        out.write(`report:  ${shownPath(path.join(plan.options.out, 'report.md'))}\n`);
        if (resultsFile)
          out.write(
            `results: ${shownPath(resultsFile)}\n${plan.checkout.dirty ? `         ${changedTree}\n` : ''}`,
          );
        else if (whyNot !== null && (plan.options.save || plan.options.shard))
          out.write(`results: nothing appended (${whyNot})\n`);
      },
    };
  },
};

const markRoom = 'start_page_failed'.length;

const heldAtOnce = 'the contract already holds on the start page';

const changedTree = 'the checkout has uncommitted changes, so these results are not ranked';

/** The shorter form of a path, relative to the current folder if it is inside. */
function shownPath(file: string): string {
  const relative = path.relative('', file);
  return relative.startsWith('..') ? path.resolve(file) : relative;
}

/** The outcome, duration and exact cost of a model's episode. */
function moneyLine({
  success,
  durationMs,
  usd,
  costIsLowerBound,
  costUnknown,
  overshootUsd,
}: Result): string {
  const why = costUnknown === undefined ? '' : ` (${costUnknown})`;
  const cost = usd === null ? `unknown${why}` : `${costIsLowerBound ? 'at least ' : ''}${decimal(usd)} USD`;
  const over = overshootUsd === undefined ? '' : `, ${decimal(overshootUsd)} USD above the cap`;
  return `success: ${success}  duration: ${seconds(durationMs)}  cost: ${cost}${over}`;
}

type Paint = { green(text: string): string; red(text: string): string; dim(text: string): string };

/** Colours on a terminal; none if `NO_COLOR` is set or the output is not a terminal. */
function painter(stream: { isTTY?: boolean }, env: NodeJS.ProcessEnv): Paint {
  const on = stream.isTTY === true && !env.NO_COLOR;
  const paint = (format: 'green' | 'red' | 'dim') => (text: string) =>
    on ? styleText(format, text, { validateStream: false }) : text;
  return { green: paint('green'), red: paint('red'), dim: paint('dim') };
}

/** The last line of a terminal: playing episodes, counts, time left. Silent elsewhere and in CI. */
function progressLine({ runs }: Plan, stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv) {
  const live = stream.isTTY === true && !isSet(env.CI) && env.TERM !== 'dumb';
  const total = runs.reduce((sum, { scheduled }) => sum + scheduled.length, 0);
  const playing = new Set<string>();
  const startedAt = performance.now();
  let passed = 0;
  let failed = 0;
  let usd: number | null = null;
  let ended = false;

  const text = () => {
    const done = passed + failed;
    const perEpisode = (performance.now() - startedAt) / Math.max(done, 1);
    const left = done === 0 ? '' : `, about ${Math.ceil((perEpisode * (total - done)) / 1000)} s left`;
    const money = usd === null ? '' : `, ${usd.toFixed(2)} USD`;
    const line = `${done}/${total}  ${passed} passed, ${failed} not${money}${left}  ${[...playing].join(', ')}`;
    return printed(line).slice(0, Math.max(20, (stream.columns ?? 80) - 1));
  };
  const clear = () => {
    if (live) stream.write('\r\x1b[2K');
  };
  const draw = () => {
    if (live && !ended) stream.write(`\r\x1b[2K${text()}`);
  };
  return {
    clear,
    draw,
    playing: (taskId: string) => {
      playing.add(taskId);
      draw();
    },
    played: ({ taskId, success, usd: cost }: Result) => {
      playing.delete(taskId);
      if (success) passed += 1;
      else failed += 1;
      if (cost !== null) usd = (usd ?? 0) + cost;
    },
    end: () => {
      clear();
      ended = true;
    },
  };
}

/** The causes of failures, so that a shared cause is printed once. */
export class Causes {
  private readonly tasks = new Map<string, string[]>();

  /** The first task with the same cause; null for a new cause. */
  add(result: Result): string | null {
    const cause = causeOf(result);
    const before = this.tasks.get(cause);
    if (!before) this.tasks.set(cause, [result.taskId]);
    else if (!before.includes(result.taskId)) before.push(result.taskId);
    return before?.[0] ?? null;
  }

  /** Each cause that several tasks share, with the number and names of the tasks. */
  shared(): string[] {
    return [...this.tasks].flatMap(([cause, tasks]) =>
      tasks.length < 2
        ? []
        : [`${count(tasks.length, 'task')} with the same cause: ${cause}`, ...nameLines(tasks)],
    );
  }
}

/** A key for the cause. The step at which a tool is missing differs between tasks and is left out. */
function causeOf({ status, drift, ...result }: Result): string {
  if (drift?.reason === 'tool_gone') return `${status}, tool_gone: recorded ${drift.expected}`;
  if (drift) return `${status}, ${drift.reason}: ${drift.actual}`;
  const [first = ''] = whyNotPassedLines(result);
  return result.error ? `${status}: ${result.error}` : `${status}: ${first} of ${result.taskId}`;
}
