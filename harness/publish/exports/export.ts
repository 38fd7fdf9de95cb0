import { wellFormedJson } from '../../platform/errors/json.ts';
import type { Run } from '../../results/records/result.ts';
import type { PlayedEpisode } from './run/read-episodes.ts';

/** A format of other tools. Pure: every number is one that the run saved, and unknown values are left out. */
export type ExportFormat = {
  /** The name on the command line. */
  id: string;
  title: string;
  files(run: Run, episodes: readonly PlayedEpisode[]): ExportFile[];
};

/** `name` is a path below the folder of the export. */
export type ExportFile = { name: string; text: string };

export function jsonFile(name: string, content: object): ExportFile {
  return { name, text: `${wellFormedJson(content, 2)}\n` };
}
