import path from 'node:path';
import { optionalWord, text, word } from '../../platform/flags.ts';
import { defineCommand } from './command.ts';

export const exportRun = defineCommand({
  name: 'export',
  summary: 'write a saved run as other tools read it, without a browser',
  afterHelp:
    '\nformats: atif (a file an episode), inspect (an eval log a run), eee (a file a run, its samples beside it), otel (traces of a run)\nfolder: the --out folder of a run (default: reports)',
  arguments: { format: word('<format>'), out: optionalWord('[folder]') },
  options: {
    to: text('<folder>', 'where the files go (default: exports/<format> in the folder of the run)'),
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
