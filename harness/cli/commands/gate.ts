import { amount, type Flag, text } from '../flags.ts';
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
    out: text('<folder>', 'judge the run saved there, its facts too, in place of results/'),
    transcripts: text('<folder>', 'your own transcripts, <server>/<task>.jsonl or flat, looked at first'),
    maxSlowdown: amount('<factor>', 'fail where the tasks take longer than at the base by this factor', {
      min: 1,
    }),
  },
  run: async (values, { project, env }) => {
    const { gate: judge } = await import('../../gate/gate.ts');
    const { servers } = await import('../../servers/index.ts');
    const { lines, passed, report } = await judge({ ...values, servers }, project, env);
    const { server, judged, base: comparedWith, failures, notes } = report;
    return verdict(passed, lines, { server, judged, base: comparedWith, failures, notes });
  },
});
