import { existsSync } from 'node:fs';
import { unique } from '../platform/confine/named-files.ts';
import { gitFolders, type Hidden } from '../platform/confine/places.ts';
import { whyUnconfined } from './episode/open-stage.ts';
import type { Plan } from './plan.ts';
import type { PlanOptions } from './plan-options.ts';

/** What a server must not read while a plan is played: whatever tells of its tasks, and what comes of them. */
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
    // What was committed can be read in git too, which may be that of a folder within the project or around it.
    answers: unique([...answers, ...[project.root, ...answers].flatMap(gitFolders)]).filter((place) =>
      existsSync(place),
    ),
  };
}

/** What a run begins with where its server can read what the user can; null where it is confined. */
export async function confinementLine(plan: Plan): Promise<string | null> {
  const why = await whyUnconfined({ ...plan, hidden: hiddenOf(plan) });
  return (
    why &&
    `not confined: ${why}. The server can read what you can, the answers too: docs/validity.md says more`
  );
}
