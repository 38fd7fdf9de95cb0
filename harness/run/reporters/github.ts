import { errorAnnotation } from '../../github/annotation.ts';
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
        const { failedPostcondition, drift, error, status, taskId } = result;
        const why = failedPostcondition
          ? `${failedPostcondition.name}: wanted ${failedPostcondition.wanted}; observed ${failedPostcondition.observed}`
          : drift
            ? `${drift.reason}: recorded ${drift.expected}; seen ${drift.actual}`
            : (error ?? status);
        streams.out.write(`${errorAnnotation({ title: `${taskId} ${status}` }, why)}\n`);
      },
    };
  },
};
