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
    modelFile: text(
      '<weights>',
      'the weights of a run with --model-file: every stored answer is scored under them, and must be one that they can give',
    ),
  },
  run: async ({ modelFile, ...values }, { project, env, signal, log, folder: from }) => {
    const { makeTaskOf } = await import('../../task/templates/make-instances.ts');
    const makeTask = makeTaskOf(project);
    const { verifyFolder } = await import('../../results/verify/verify.ts');
    const judged = await verifyFolder({ ...values, project, makeTask }, env);
    const findings = [...judged.findings];
    const lines = [...judged.lines];
    if (modelFile !== null) {
      const { isOfAgent, scoreAnswers } = await import('../../agents/models/local/score-answers.ts');
      const runs = judged.verified;
      const answers = { folder: values.folder, given: modelFile, from, runs };
      const scores = await scoreAnswers(answers, { env, signal, log });
      findings.push(...scores.findings);
      lines.push(
        `${scores.scored} answers scored under the weights: ${scores.findings.length} were not given by them`,
        ...(runs.some(isOfAgent)
          ? [
              "not compared: the calls of an external agent with the answers, because the agent decides its calls; compared were the number of the answers and their tokens with the agent's row",
            ]
          : []),
      );
    }
    const [answer = '', ...notes] = lines;
    return verdict(findings.length === 0, [answer, ...findings, ...notes], { findings, lines });
  },
});
