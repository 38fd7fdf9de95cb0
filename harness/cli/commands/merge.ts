import { textOr, unless, words } from '../../platform/flags.ts';
import { defineCommand } from './command.ts';

export const merge = defineCommand({
  name: 'merge',
  summary: 'make one run of the --out folders of all shards, and append it to results/<sha>.json',
  arguments: { folders: words('<folder...>') },
  options: {
    out: textOr('reports/merged', '<folder>', 'where the reports and artefacts of the merged run go'),
    save: unless('append nothing to results/'),
  },
  run: async (values, context) => {
    const { merge: mergeShards } = await import('../../run/merge/merge.ts');
    const { lines, exitCode, runs } = await mergeShards({ ...values, project: context.project }, context);
    return { lines, exitCode, data: { runs } };
  },
});
