import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { type JunitCase, type JunitSuite, junitXml } from '../../platform/words/junit.ts';
import type { Result, Run } from '../../results/records/result.ts';
import { statuses } from '../../results/records/statuses.ts';
import { whyNotPassed } from '../../results/records/why-not-passed.ts';
import type { Plan } from '../plan.ts';
import { describeFailure } from './describe-result.ts';
import { list } from './list.ts';
import type { ReporterMaker } from './reporter.ts';

const fileName = 'junit.xml';

export const junit: ReporterMaker = {
  id: 'junit',
  summary: `the list, and ${fileName} below --out for Jenkins, GitLab and others`,
  make: (plan, streams) => {
    const listed = list.make(plan, streams);
    return {
      ...listed,
      end: (end) => {
        listed.end?.(end);
        const file = path.join(plan.options.out, fileName);
        makeFolder(plan.options.out);
        writeFileSync(file, junitXml(end.runs.map((run) => suiteOf(plan, run))));
        streams.out.write(`junit: ${file}\n`);
      },
    };
  },
};

/**
 * The JUnit suite of a run. Tasks that were not selected are left out; tasks that could not be played are skipped
 * cases.
 */
function suiteOf(plan: Plan, run: Run): JunitSuite {
  const { suite, config, startedAt, episodes, notRun = [] } = run;
  const classname = `${suite}.${config.server.id}`;
  const left = plan.runs.find((planned) => planned.run.runId === run.runId)?.notRun ?? [];
  return {
    name: `${suite} ${config.server.id}`,
    startedAt,
    cases: [
      ...episodes.map((result) => caseOf(plan, run, result, classname)),
      ...notRun
        .filter(({ why }) => why !== 'not_asked')
        .map(({ taskId, why }): JunitCase => {
          const message = left.find((each) => each.taskId === taskId)?.why ?? why;
          return { classname, name: taskId, seconds: 0, fault: { kind: 'skipped', type: why, message } };
        }),
    ],
  };
}

function caseOf(plan: Plan, run: Run, result: Result, classname: string): JunitCase {
  const { taskId, trial, status, success, durationMs } = result;
  const { outcome, words } = statuses[status];
  return {
    classname,
    name: trial === 1 ? taskId : `${taskId} #${trial}`,
    seconds: durationMs / 1000,
    fault: success
      ? null
      : {
          // An infrastructure error is not a failure of the server.
          kind: outcome === 'agent' ? 'failure' : 'error',
          type: status,
          message: whyNotPassed(result) ?? words,
          text: describeFailure(plan, run, result).join('\n'),
        },
  };
}
