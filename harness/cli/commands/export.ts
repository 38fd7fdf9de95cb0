import path from 'node:path';
import { optionalWord, text, word } from '../../platform/flags.ts';
import { defineCommand } from './command.ts';

export const exportRun = defineCommand({
  name: 'export',
  summary: 'write a saved run in the file format of another project',
  afterHelp:
    '\nformat atif: the Agent Trajectory Interchange Format of Harbor, with one file for each episode.\nformat inspect: eval logs of Inspect, with one log for each run.\nformat eee: records of Every Eval Ever, with one file for each run and one for its samples.\nformat otel: traces of OpenTelemetry, with one file for each run.\nfolder: the --out folder of a run (default: reports)',
  arguments: { format: word('<format>'), out: optionalWord('[folder]') },
  options: {
    to: text('<folder>', 'the folder for the files (default: exports/<format> in the folder of the run)'),
  },
  run: async ({ format, out, to }, { folder }) => {
    const { exportFolder } = await import('../../publish/exports/run/export-folder.ts');
    const { lines, files } = await exportFolder({
      format,
      folder: path.resolve(folder, out ?? 'reports'),
      to: to === null ? null : path.resolve(folder, to),
    });
    return { lines, exitCode: 0, data: { files } };
  },
});
