import path from 'node:path';
import { integer, text, word } from '../../../platform/flags.ts';
import { isSet } from '../../../platform/process/switches.ts';
import { budgetFlags } from '../../budget-flags.ts';
import { defineCommand, verdict } from '../command.ts';

export const judgeReport = defineCommand({
  name: 'judge-report',
  summary:
    'check that enough tasks of a replay passed; in GitHub Actions also write the summary and outputs of the job',
  arguments: { file: word('<report.json>') },
  options: {
    minPassed: integer('<n>', 'the number of tasks that must pass (default: all)', { min: 0, max: 100_000 }),
    ...budgetFlags,
    transcripts: text(
      '<folder>',
      'with --max-answer-ratio: the folder of your own transcripts, which is searched first',
    ),
  },
  run: async ({ file, minPassed, transcripts, ...budgets }, { project, env }) => {
    const { judgeReport: judge } = await import('../../../publish/github/judge-report.ts');
    const { budgetsOfFolder } = await import('../../../publish/gate/budgets.ts');
    const { errorAnnotation } = await import('../../../run/reporters/annotation.ts');
    const hasBudget = budgets.maxToolTokens !== null || budgets.maxAnswerRatio !== null;
    const folders = [...(transcripts === null ? [] : [path.resolve(transcripts)]), ...project.recordings];
    const failures = hasBudget
      ? await budgetsOfFolder(path.dirname(file), budgets, { folders, root: project.root })
      : [];
    const reasons = failures.map(({ what }) => what);
    const { lines, ok, counts } = await judge(file, minPassed, env, reasons);
    const annotations = isSet(env.GITHUB_ACTIONS)
      ? failures.map(({ title, what }) => errorAnnotation({ title }, what))
      : [];
    return { ...verdict(ok, lines, { counts, budgets, failures }), annotations };
  },
});
