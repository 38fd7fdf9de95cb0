import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { noResultOfSkills } from './no-result-of-skills.ts';
import { ResultsFileError } from './parse-json-file.ts';
import { SkillRun } from './skill-run.ts';

/** A kept run of the skill benchmark; `noResult` says why it may not be published, and is null where it may. */
export type KeptSkillRun = { id: string; file: string; run: SkillRun; noResult: string | null };

/** Those of a folder, newest first: their ids begin with the time they were made at. Throws ResultsFileError. */
export function readSkillRuns(folder: string): KeptSkillRun[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse()
    .map((name) => {
      const file = path.join(folder, name);
      const run = skillRunIn(file, readFileSync(file, 'utf8'));
      return { id: name.slice(0, -'.json'.length), file, run, noResult: noResultOfSkills(run) };
    });
}

function skillRunIn(file: string, text: string): SkillRun {
  const parsed = SkillRun.safeParse(JSON.parse(text));
  if (!parsed.success) throw new ResultsFileError(`${file}: ${parsed.error.message}`);
  return parsed.data;
}
