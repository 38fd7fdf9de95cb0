import { UserError } from '../../platform/errors/user-error.ts';
import { amount, type Flag, on, text, texts } from '../../platform/flags.ts';
import { budgetFlags } from '../budget-flags.ts';
import { defineCommand, verdict } from './command.ts';

const base: Flag<string | false | null> = {
  placeholder: '<ref>',
  summary:
    'the commit or branch to compare with (default: origin/$GITHUB_BASE_REF, else the base of a merge queue, else the parent commit)',
  negation: 'compare with no other commit; only the runs of this commit are judged',
  fallback: null,
};

export const gate = defineCommand({
  name: 'gate',
  summary:
    'judge the replays of this commit: every recorded task must pass, except the tasks that results/baseline.json excuses',
  afterHelp:
    '\nexit code: 0 if the gate passed; 1 if it failed, with every reason; 2 for an invalid command line',
  arguments: {},
  options: {
    base,
    server: text('<id>', 'the server whose replays are judged (default: the server that the baseline names)'),
    suite: texts('<name>', 'only this suite; repeat it or use commas for several'),
    task: texts('<id>', 'only this task; repeat it or use commas for several'),
    tasks: text('<path>', 'the task file or folder of the run, in place of the suites'),
    baseline: text(
      '<file>',
      'the file with the recorded tasks that need not pass (default: results/baseline.json); without the file, all must pass',
    ),
    out: text(
      '<folder>',
      'the --out folder of a run, which is judged again from its saved facts, in place of the runs in results/',
    ),
    transcripts: text(
      '<folder>',
      'your own transcripts (<server>/<task>.jsonl or <task>.jsonl), searched first',
    ),
    ...budgetFlags,
    writeBaseline: on(
      'add each task that fails now to the baseline, so that it need not pass; earlier entries stay',
    ),
    reason: text('<text>', 'with --write-baseline: why these tasks need not pass'),
    maxSlowdown: amount(
      '<factor>',
      'fail if the tasks take longer than this factor times their time at the base',
      {
        min: 1,
      },
    ),
  },
  run: async ({ suite: suites, task: taskIds, ...values }, { project, config, env }) => {
    const { reason, writeBaseline } = values;
    if (reason !== null && !writeBaseline) throw new UserError('--reason requires --write-baseline');
    if (reason !== null && reason.trim() === '')
      throw new UserError('--reason: got an empty text; expected why the tasks need not pass');
    const { gate: judge } = await import('../../publish/gate/gate.ts');
    const { knownServers } = await import('../server-choice.ts');
    const [first = 'playwright'] = (config.servers ?? []).map((each) =>
      typeof each === 'string' ? each : each.id,
    );
    const options = {
      ...values,
      suites,
      taskIds,
      servers: knownServers({ config, project }),
      usualServer: first,
    };
    const { lines, annotations, passed, report } = await judge(options, project, env);
    const { server, judged, base: comparedWith, failures, notes, toolList } = report;
    const answers = report.answers.map(({ failures: _, notes: __, ...each }) => each);
    const { maxToolTokens, maxAnswerRatio } = values;
    const budgets = { maxToolTokens, maxAnswerRatio };
    const data = { server, judged, base: comparedWith, failures, notes, answers, toolList, budgets };
    return { ...verdict(passed, lines, data), annotations };
  },
});
