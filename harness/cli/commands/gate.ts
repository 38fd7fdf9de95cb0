import { amount, type Flag, text, texts } from '../../platform/flags.ts';
import { defineCommand, verdict } from './command.ts';

const base: Flag<string | false | null> = {
  placeholder: '<ref>',
  summary: 'what to compare with (default: origin/$GITHUB_BASE_REF, else the parent commit)',
  negation: 'compare with nothing: the runs alone are judged',
  fallback: null,
};

export const gate = defineCommand({
  name: 'gate',
  summary: 'judge the replays of this commit by results/baseline.json, and what became of the base',
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
      'what must pass (default: results/baseline.json; where there is none, every task that has a recording)',
    ),
    out: text('<folder>', 'judge the run saved there, its facts too, in place of results/'),
    transcripts: text('<folder>', 'your own transcripts, <server>/<task>.jsonl or flat, looked at first'),
    maxSlowdown: amount('<factor>', 'fail where the tasks take longer than at the base by this factor', {
      min: 1,
    }),
  },
  run: async ({ suite: suites, task: taskIds, ...values }, { project, config, env }) => {
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
    const { lines, passed, report } = await judge(options, project, env);
    const { server, judged, base: comparedWith, failures, notes } = report;
    return verdict(passed, lines, { server, judged, base: comparedWith, failures, notes });
  },
});
