import type { Result } from '../../result/result.ts';
import { decimal, seconds } from '../../words/columns.ts';
import { whyNotAppended } from '../why-not-appended.ts';
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
        say(`  ${mark}  ${result.taskId}${trial}  ${seconds(result.durationMs)}  ${result.toolCalls} calls`);
        if (run.config.model !== null) say(`      ${moneyLine(result)}`);
        if (!result.success) for (const line of describeFailure(plan, run, result)) say(`      ${line}`);
      },
      recorded: (taskId, written) =>
        say(
          'file' in written ? `  recorded  ${written.file}` : `  not recorded  ${taskId}: ${written.refused}`,
        ),
      answersSaved: (folder) => say(`  answers  ${folder}`),
      end: ({ runs, interrupted, refused, resultsFile }) => {
        progress.end();
        const whyNot = whyNotAppended(plan.options, plan.checkout.sha);
        for (const line of ['', ...closingTable(runs, plan.suites), '']) out.write(`${line}\n`);
        if (refused) out.write(`the rest was not scheduled: ${refused}\n`);
        if (interrupted) out.write(`interrupted; go on with: ${resumeCommand(plan.options, runs)}\n`);
        out.write(`report:  ${plan.options.out}/report.md\n`);
        if (resultsFile) out.write(`results: ${resultsFile}\n`);
        else if (whyNot !== null && (plan.options.save || plan.options.shard))
          out.write(`results: nothing appended (${whyNot})\n`);
      },
    };
  },
};

/** What a model's episode came to, the cost to its last digit. */
function moneyLine({ success, durationMs, usd, costIsLowerBound, overshootUsd }: Result): string {
  const cost = usd === null ? 'unknown' : `${costIsLowerBound ? 'at least ' : ''}${decimal(usd)} USD`;
  const over = overshootUsd === undefined ? '' : `, ${decimal(overshootUsd)} USD above the cap`;
  return `success: ${success}  duration: ${seconds(durationMs)}  cost: ${cost}${over}`;
}
