import { UserError } from '../../platform/errors/user-error.ts';
import { optionalWord, text, word } from '../../platform/flags.ts';
import { type Context, defineCommand, type Outcome } from './command.ts';

export const diff = defineCommand({
  name: 'diff',
  summary:
    'compare two measured releases of a server; without versions, its current tools with the tools of its recordings',
  afterHelp: `
[from] and [to] are versions with a record in results/servers, or names of variants: +<variant>@<version>, or +<variant> for the same version as the other one.
The report begins with newly required arguments, because calls without them fail. It never compares parts of two editions of pages and exercises.
exit code: 0 if nothing differs; 1 if something differs; 2 if a record or the tool ledger is missing, or the server does not start`,
  arguments: {
    id: word('<server>'),
    from: optionalWord('[from]'),
    to: optionalWord('[to]'),
  },
  options: {
    serverCommand: text(
      '<line>',
      'the command line of any other server, which contains {endpoint}, {port} or {chromium}',
    ),
    transcripts: text(
      '<folder>',
      'the folder that contains <server>/tools.json (default: transcripts/ of this project)',
    ),
  },
  run: async ({ id, from, to, serverCommand, transcripts }, context) => {
    const { project, config, env } = context;
    if (from !== null && to !== null) {
      const option =
        serverCommand !== null ? '--server-command' : transcripts !== null ? '--transcripts' : null;
      if (option)
        throw new UserError(
          `${option}: got it with two versions; expected it without versions, or no such option`,
        );
      return diffReleases(id, { from, to }, context);
    }
    if (from !== null)
      throw new UserError(
        `servers diff: got one version, ${from}; expected two, or none to compare the current tools with tools.json`,
      );
    const { serverChoice } = await import('../server-choice.ts');
    const { diffServer } = await import('../doctor/servers-diff.ts');
    const { lines, equal, differences } = await diffServer(
      serverChoice(
        { server: id, serverCommand, serverId: serverCommand === null ? null : id },
        { config, project },
      ),
      transcripts ?? project.transcripts,
      env,
    );
    return { lines, exitCode: equal ? 0 : 1, data: { equal, differences } };
  },
});

async function diffReleases(
  id: string,
  asked: { from: string; to: string },
  { project, config }: Context,
): Promise<Outcome> {
  if (id.includes('@'))
    throw new UserError(`servers diff: got ${id}; expected the id of a server, with its versions after it`);
  const { serverChoice } = await import('../server-choice.ts');
  const { chooseServer } = await import('../../servers/index.ts');
  const { recordedServerId } = await import('../../results/records/custom-id.ts');
  const { findReleases } = await import('../../results/records/changes/find-releases.ts');
  const { changeLines, compareReleases } = await import('../../results/records/changes/compare-releases.ts');
  const server = chooseServer(
    serverChoice({ server: id, serverCommand: null, serverId: null }, { config, project }),
  );
  const [recorded = '', variant = null] = recordedServerId(server).split('+');
  const { from, to } = findReleases(project.results, { id: recorded, variant }, asked);
  const changes = compareReleases(from, to);
  return { lines: changeLines(changes), exitCode: changes.equal ? 0 : 1, data: changes };
}
