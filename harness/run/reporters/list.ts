import path from 'node:path';
import { decimal, seconds } from '../../platform/words/columns.ts';
import { count } from '../../platform/words/count.ts';
import type { Result } from '../../results/records/result.ts';
import { whyNotAppended } from '../why-not-appended.ts';
import { Causes } from './causes.ts';
import { describeFailure } from './describe-result.ts';
import { painter } from './painter.ts';
import { progressLine } from './progress-line.ts';
import type { ReporterMaker } from './reporter.ts';
import { closingTable } from './results-table.ts';
import { resumeCommand } from './same-command.ts';

export const list: ReporterMaker = {
  id: 'list',
  summary: 'one line an episode, with a live progress line on a terminal (default)',
  make: (plan, { out, err, env }) => {
    const paint = painter(out, env);
    const progress = progressLine(plan, err, env);
    const causes = new Causes();
    const ids = plan.runs.flatMap(({ scheduled }) => scheduled.map(({ file }) => file.task.id.length));
    const trialWidth = plan.options.trials > 1 ? ' #10'.length : 0;
    // Times and calls stand below each other whatever the status, and within 80 characters.
    const width = Math.min(56, markRoom + Math.max(0, ...ids) + trialWidth);
    let isKept = false;
    const say = (line: string) => {
      progress.clear();
      out.write(`${line}\n`);
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
        say(`  ${mark}  ${name}  ${took}  ${count(result.toolCalls, 'call').padStart(8)}`);
        if (run.config.model !== null) say(`      ${moneyLine(result)}`);
        if (result.success) {
          if (plan.adapter.id === 'noop') say(`      ${heldAtOnce}`);
          return;
        }
        const same = causes.add(result);
        const lines =
          same === null || plan.options.verbose
            ? describeFailure(plan, run, result)
            : [`for the same cause as ${same}`];
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
        // Who ends a browser that was left open cuts nothing short.
        if (isKept) return;
        // Now, for whoever is in a hurry presses again and sees no end.
        say('interrupted: what plays is ended and saved; again Ctrl-C, and nothing is waited for');
        say(
          `go on with: ${resumeCommand(
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
        for (const line of [...shared, '', ...closingTable(plan), '']) out.write(`${line}\n`);
        if (refused) out.write(`the rest was not scheduled: ${refused}\n`);
        if (interrupted && !isKept) out.write('interrupted; how to go on stands above\n');
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

const heldAtOnce = 'the contract holds on the start page, where nothing was done yet';

const changedTree = 'the checkout differs from its commit: these rows are ranked nowhere';

/** As short as it leads there from where the command was typed. */
function shownPath(file: string): string {
  const relative = path.relative('', file);
  return relative.startsWith('..') ? path.resolve(file) : relative;
}

/** What a model's episode came to, the cost to its last digit. */
function moneyLine({ success, durationMs, usd, costIsLowerBound, overshootUsd }: Result): string {
  const cost = usd === null ? 'unknown' : `${costIsLowerBound ? 'at least ' : ''}${decimal(usd)} USD`;
  const over = overshootUsd === undefined ? '' : `, ${decimal(overshootUsd)} USD above the cap`;
  return `success: ${success}  duration: ${seconds(durationMs)}  cost: ${cost}${over}`;
}
