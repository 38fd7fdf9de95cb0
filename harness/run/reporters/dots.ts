import { printed } from '../../platform/words/printed.ts';
import { describeFailure } from './describe-result.ts';
import type { ReporterMaker } from './reporter.ts';
import { closingTable } from './results-table.ts';

export const dots: ReporterMaker = {
  id: 'dots',
  summary: 'one character per episode, failures at the end',
  make: (plan, { out }) => {
    const failures: string[] = [];
    return {
      episodeEnd: (run, result) => {
        out.write(result.success ? '.' : 'F');
        if (!result.success)
          failures.push(
            '',
            `${result.status}  ${result.taskId}`,
            ...describeFailure(plan, run, result).map((line) => `    ${line}`),
          );
      },
      end: () => {
        for (const line of ['', ...failures, '', ...closingTable(plan)]) out.write(`${printed(line)}\n`);
      },
    };
  },
};
