import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { readJson } from '../../platform/files/read-json.ts';
import { noResultOfSkills } from './no-result-of-skills.ts';
import { SkillRun } from './skill-run.ts';

/** A kept run of the skill benchmark; `noResult` says why it may not be published, and is null where it may. */
export type KeptSkillRun = { id: string; file: string; run: SkillRun; noResult: string | null };

/** Those of a folder, newest first: their ids begin with the time they were made at. Throws UserError. */
export function readSkillRuns(folder: string): KeptSkillRun[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse()
    .map((name) => {
      const file = path.join(folder, name);
      const run = readJson(file, SkillRun);
      return { id: name.slice(0, -'.json'.length), file, run, noResult: noResultOfSkills(run) };
    });
}
