import { existsSync } from 'node:fs';
import { unique } from '../platform/confine/named-files.ts';
import { gitFolders, type Hidden } from '../platform/confine/places.ts';
import { whyUnconfined } from './episode/open-stage.ts';
import type { Plan } from './plan.ts';
import type { PlanOptions } from './plan-options.ts';

/** The files that a server must not read while a plan is played: its tasks, their answers and their results. */
export function hiddenOf({
  options,
  transcriptFolders,
}: {
  options: Pick<PlanOptions, 'project' | 'tasks' | 'script' | 'webRoot' | 'out'>;
  transcriptFolders: readonly string[];
}): Hidden {
  const { project, tasks, script, webRoot, out } = options;
  const answers = [
    ...project.suites,
    ...project.recordings,
    project.results,
    ...project.webRoots,
    ...transcriptFolders,
    ...[tasks, script, webRoot, out].filter((place) => place !== null),
  ];
  return {
    checkout: project.checkout,
    // Committed files can be read from git too, whose folder may be inside the project or around it.
    answers: unique([...answers, ...[project.root, ...answers].flatMap(gitFolders)]).filter((place) =>
      existsSync(place),
    ),
  };
}

/** The first line of a run whose server is not sandboxed; null if it is sandboxed. */
export async function confinementLine(plan: Plan): Promise<string | null> {
  const why = await whyUnconfined({ ...plan, hidden: hiddenOf(plan) });
  return (
    why &&
    `not confined: ${why}. The server can read every file that you can, including the answers; see docs/validity.md`
  );
}
