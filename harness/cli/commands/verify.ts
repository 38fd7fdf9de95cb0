import { existsSync } from 'node:fs';
import path from 'node:path';
import type { StoredRuns } from '../../agents/models/local/score-answers.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { text, word } from '../../platform/flags.ts';
import type { Project } from '../../platform/project.ts';
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
      'the weights of a run with --model-file: every stored answer is scored under them, and must be one that they can give. The folder may then also be the id of a run in the results',
    ),
  },
  run: async ({ modelFile, ...values }, context) => {
    const { project, env, signal, log, folder: from } = context;
    const score = async (stored: StoredRuns) => {
      const { isOfAgent, scoreAnswers } = await import('../../agents/models/local/score-answers.ts');
      const { findings, scored } = await scoreAnswers(
        { given: modelFile ?? '', from, stored },
        { env, signal, log },
      );
      const lines = [
        `${scored} answers scored under the weights: ${findings.length} were not given by them`,
        ...(stored.runs.some(isOfAgent)
          ? [
              "not compared: the calls of an external agent with the answers, because the agent decides its calls; compared were the number of the answers and their tokens with the agent's row",
            ]
          : []),
      ];
      return { findings, lines };
    };
    if (modelFile !== null && !existsSync(path.resolve(from, values.folder))) {
      const { findings, lines } = await score(await committed(project, values.folder));
      const [answer = '', ...notes] = lines;
      return verdict(findings.length === 0, [answer, ...findings, ...notes], { findings, lines });
    }
    const { makeTaskOf } = await import('../../task/templates/make-instances.ts');
    const makeTask = makeTaskOf(project);
    const { verifyFolder } = await import('../../results/verify/verify.ts');
    const judged = await verifyFolder({ ...values, project, makeTask }, env);
    const findings = [...judged.findings];
    const lines = [...judged.lines];
    if (modelFile !== null) {
      const { storedIn } = await import('../../agents/models/local/score-answers.ts');
      const scores = await score(await storedIn(values.folder, judged.verified));
      findings.push(...scores.findings);
      lines.push(...scores.lines);
    }
    const [answer = '', ...notes] = lines;
    return verdict(findings.length === 0, [answer, ...findings, ...notes], { findings, lines });
  },
});

/** A run of the results with its stored answers. Throws `UserError` if there is none with this id. */
async function committed({ results }: Pick<Project, 'results'>, runId: string): Promise<StoredRuns> {
  const { storedRun } = await import('../../agents/models/local/score-answers.ts');
  const { keptAnswers } = await import('../../results/records/kept-answers.ts');
  const { readHistory } = await import('../../results/records/read-history.ts');
  const run = [...readHistory(results)].flatMap(({ runs }) => runs).find((each) => each.runId === runId);
  const stored = run && storedRun(results, run);
  if (stored) return stored;
  throw new UserError(
    `verify --model-file: got ${runId}; expected a folder, or the id of a run with stored answers: ${keptAnswers(results).join(', ') || 'the results have none'}`,
  );
}
