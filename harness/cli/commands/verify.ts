import { text, word } from '../../platform/flags.ts';
import { defineCommand, verdict } from './command.ts';

export const verify = defineCommand({
  name: 'verify',
  summary: "judge a run's saved facts again and compare with what was stored and committed",
  arguments: { folder: word('<folder>') },
  options: {
    sha: text('<commit>', 'the results file to compare with; without it HEAD, where it has the run'),
    tasks: text('<path>', 'your own task file or folder, instead of the suites'),
  },
  run: async (values, { project, env }) => {
    const { makeTaskOf } = await import('../../task/templates/make-instances.ts');
    const makeTask = makeTaskOf(project);
    const { verifyFolder } = await import('../../results/verify/verify.ts');
    const { lines, findings } = await verifyFolder({ ...values, project, makeTask }, env);
    const [answer = '', ...notes] = lines;
    return verdict(findings.length === 0, [answer, ...findings, ...notes], { findings, lines });
  },
});
