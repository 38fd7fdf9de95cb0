import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

export const suiteFileName = 'suite.yaml';

/** The places of suites: folders of suites, or a suite's own folder. Earlier folders take precedence. */
export type SuitePlaces = string | readonly string[];

/**
 * The folders that may be suites, each once: the subfolders of a folder of suites sorted by name, or a suite's own
 * folder.
 */
export function suiteFoldersIn(places: SuitePlaces): string[] {
  const found = [places].flat().flatMap((place) => {
    if (existsSync(path.join(place, suiteFileName))) return [place];
    if (!existsSync(place)) return [];
    return readdirSync(place, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => path.join(place, name))
      .sort();
  });
  return [...new Set(found)];
}
