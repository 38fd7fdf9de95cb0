import { UserError } from '../../platform/errors/user-error.ts';
import { amount, type Flag, on, text, texts } from '../../platform/flags.ts';
import { defineCommand, verdict } from './command.ts';

const base: Flag<string | false | null> = {
  placeholder: '<ref>',
  summary:
    'what to compare with (default: origin/$GITHUB_BASE_REF, the base of a merge queue, else the parent commit)',
  negation: 'compare with nothing: the runs alone are judged',
  fallback: null,
};

export const gate = defineCommand({
  name: 'gate',
  summary:
    'judge the replays of this commit: every recorded task must pass, but for those that results/baseline.json excuses',
  afterHelp: '\nexit code: 0 passed; 1 failed, every reason is said; 2 a mistake in how it was called',
  arguments: {},
  options: {
    base,
    server: text('<id>', 'the server whose replays are judged (default: that of the baseline)'),
    suite: texts('<name>', 'only this suite; again or with commas for several'),
    task: texts('<id>', 'only this task; again or with commas for several'),
    tasks: text('<path>', 'your own task file or folder, as it was played, instead of the suites'),
    baseline: text(
      '<file>',
      'which recorded tasks need not pass (default: results/baseline.json; without one all must pass)',
    ),
    out: text('<folder>', 'judge the run saved there, its facts too, in place of results/'),
    transcripts: text('<folder>', 'your own transcripts, <server>/<task>.jsonl or flat, looked at first'),
    maxAnswerRatio: amount(
      '<factor>',
      'fail where the answers of passed tasks have more bytes than the recorded ones by this factor',
      { above: 0, max: 1e9 },
    ),
    writeBaseline: on('excuse each task that fails now in the baseline; what is there stays'),
    reason: text('<text>', 'with --write-baseline: why they need not pass'),
    maxSlowdown: amount('<factor>', 'fail where the tasks take longer than at the base by this factor', {
      min: 1,
    }),
  },
  run: async ({ suite: suites, task: taskIds, ...values }, { project, config, env }) => {
    const { reason, writeBaseline } = values;
    if (reason !== null && !writeBaseline)
      throw new UserError('--reason: got it without --write-baseline; expected both');
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
    const data = { server, judged, base: comparedWith, failures, notes, answers, toolList };
    return { ...verdict(passed, lines, data), annotations };
  },
});
