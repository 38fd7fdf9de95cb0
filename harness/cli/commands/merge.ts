import { textOr, unless, words } from '../../platform/flags.ts';
import { defineCommand } from './command.ts';

export const merge = defineCommand({
  name: 'merge',
  summary:
    'join the shards of a run, and append the run to results/<sha>.json. Each folder is the --out folder of one shard',
  arguments: { folders: words('<folder...>') },
  options: {
    out: textOr('reports/merged', '<folder>', 'the folder for the reports and artefacts of the joined run'),
    save: unless('append nothing to results/'),
  },
  run: async (values, context) => {
    const { merge: mergeShards } = await import('../../run/merge/merge.ts');
    const { lines, exitCode, runs } = await mergeShards({ ...values, project: context.project }, context);
    return { lines, exitCode, data: { runs } };
  },
});
