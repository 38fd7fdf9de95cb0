import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

export const suiteFileName = 'suite.yaml';

/** Where suites lie: a folder of them, or one suite's own. Of several folders an earlier one comes first. */
export type SuitePlaces = string | readonly string[];

/** The folders that may each be a suite: of a folder of suites those in it by name, of a suite's own itself; each once. */
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
