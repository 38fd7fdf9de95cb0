import { integer, word } from '../../../platform/flags.ts';
import { defineCommand, verdict } from '../command.ts';

export const judgeReport = defineCommand({
  name: 'judge-report',
  summary:
    'check that enough tasks of a replay passed; in GitHub Actions also write the summary and outputs of the job',
  arguments: { file: word('<report.json>') },
  options: {
    minPassed: integer('<n>', 'the number of tasks that must pass (default: all)', { min: 0, max: 100_000 }),
  },
  run: async ({ file, minPassed }, { env }) => {
    const { judgeReport: judge } = await import('../../../publish/github/judge-report.ts');
    const { lines, ok, counts } = await judge(file, minPassed, env);
    return verdict(ok, lines, { counts });
  },
});
