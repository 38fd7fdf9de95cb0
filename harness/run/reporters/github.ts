import { whyNotPassed } from '../../results/records/why-not-passed.ts';
import { errorAnnotation } from './annotation.ts';
import { list } from './list.ts';
import type { ReporterMaker } from './reporter.ts';

export const github: ReporterMaker = {
  id: 'github',
  summary: 'the list, and an annotation for each failure with the task and the clause',
  make: (plan, streams) => {
    const listed = list.make(plan, streams);
    return {
      ...listed,
      episodeEnd: (run, result) => {
        listed.episodeEnd?.(run, result);
        if (result.success) return;
        const { status, taskId } = result;
        const why = whyNotPassed(result) ?? status;
        streams.out.write(`${errorAnnotation({ title: `${taskId} ${status}` }, why)}\n`);
      },
    };
  },
};
