import { integer, word } from '../../platform/flags.ts';
import { defineCommand } from './command.ts';

export const releases = defineCommand({
  name: 'releases',
  summary: 'list the releases of a server in the npm registry, and what is measured of each',
  afterHelp:
    '\n<server> is the id of a known server from npm, or <id>+<variant> for what is measured of a variant. The newest release comes first. Previews are left out.\nThe date is that of the registry, which is not always the date of publication.',
  arguments: { server: word('<server>') },
  options: {
    last: integer('<n>', 'only the newest n releases (default: all)', { min: 1, max: 10_000 }),
  },
  run: async ({ server, last }, { project, config, env }) => {
    const { serverChoice } = await import('../server-choice.ts');
    const { chooseServer } = await import('../../servers/index.ts');
    const { listReleases } = await import('../../experiments/releases/list-releases.ts');
    const { storedWords } = await import('../../experiments/releases/describe-stored.ts');
    const { align } = await import('../../platform/words/columns.ts');
    const choice = serverChoice({ server, serverCommand: null, serverId: null }, { config, project });
    const { results } = project;
    const listed = await listReleases(chooseServer(choice), { results, env, last });
    const rows = listed.releases.map(({ version, date, node, deprecated, inRegistry, stored }) => [
      version,
      date?.slice(0, 10) ?? '-',
      node ?? '-',
      [
        storedWords(stored),
        ...(inRegistry ? [] : ['not in the registry']),
        ...(deprecated === null ? [] : [`deprecated: ${deprecated}`]),
      ].join('; '),
    ]);
    return {
      lines: align([['version', 'date', 'Node', 'measured'], ...rows]),
      exitCode: 0,
      data: { server, ...listed },
    };
  },
});
