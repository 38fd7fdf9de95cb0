import { existsSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../platform/errors/user-error.ts';
import { type Project, projectAt } from '../../platform/project.ts';
import { suiteFileName } from '../../task/suite-folders.ts';
import type { Config } from './config.ts';

/** The project of a configuration, or of a folder without one, with what the package itself brings. Throws `UserError`. */
export function toProject(
  { file, root, config }: { file: string | null; root: string; config: Config },
  packaged: Project,
): Project {
  const at = (place: string) => path.resolve(root, place);
  const usual = projectAt(root);
  const isItself = root === packaged.root;
  const { suites, transcripts, webRoots, reports } = config;
  const results = config.results === undefined ? usual.results : at(config.results);
  const folders = (suites ?? []).filter(isFolder).map(at);
  const mistakes = folders
    .filter((folder) => !existsSync(path.join(folder, suiteFileName)))
    .map((folder) => `${file}: suites: ${folder} has no ${suiteFileName}`);
  if (mistakes.length > 0) throw new UserError(mistakes.join('\n'));
  const own = transcripts === undefined ? usual.transcripts : at(transcripts);
  const ownWeb = webRoots?.map(at) ?? usual.webRoots.filter((folder) => existsSync(folder));
  return {
    ...usual,
    checkout: isItself ? root : null,
    suites: [...folders, ...usual.suites, ...(isItself ? [] : packaged.suites)],
    plays: suites?.map((suite) => (isFolder(suite) ? path.basename(suite) : suite)) ?? null,
    transcripts: own,
    recordings: [own, ...(isItself ? [] : packaged.recordings)],
    results,
    references:
      config.references === undefined ? path.join(results, 'references.json') : at(config.references),
    reports: reports === undefined ? usual.reports : at(reports),
    webRoots: [...ownWeb, ...(isItself ? [] : packaged.webRoots)],
  };
}

function isFolder(suite: string): boolean {
  return suite.includes('/');
}
