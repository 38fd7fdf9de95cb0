import { text, word } from '../../platform/flags.ts';
import { defineCommand, verdict } from './command.ts';

export const verify = defineCommand({
  name: 'verify',
  summary:
    'judge a run again from its saved facts (readings of the browser), and compare the verdicts with the stored verdicts in the folder and in the committed results',
  arguments: { folder: word('<folder>') },
  options: {
    sha: text(
      '<commit>',
      'the commit of the results file to compare with (default: HEAD, if its results file has the run)',
    ),
    tasks: text('<path>', 'your own task file or folder, in place of the suites'),
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
