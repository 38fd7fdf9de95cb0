import { existsSync } from 'node:fs';
import { gitFolders, type Hidden } from '../platform/confine/places.ts';
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
  return {
    checkout: project.checkout,
    answers: [
      // What was committed can be read there too.
      ...gitFolders(project.root),
      ...project.suites,
      ...project.recordings,
      project.results,
      ...project.webRoots,
      ...transcriptFolders,
      ...[tasks, script, webRoot, out].filter((place) => place !== null),
    ].filter((place) => existsSync(place)),
  };
}
