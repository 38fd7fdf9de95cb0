import { text, word } from '../flags.ts';
import { type CommandGroup, defineCommand } from './command.ts';

const diff = defineCommand({
  name: 'diff',
  summary: 'compare its tools with those that its transcripts were recorded with',
  arguments: { id: word('<server>') },
  options: {
    serverCommand: text('<line>', 'of any other server: its command line with {endpoint} or {port}'),
    transcripts: text('<folder>', 'where <server>/tools.json is (default: transcripts/ of this project)'),
  },
  run: async ({ id, serverCommand: command, transcripts }, { project, env }) => {
    const { diffServer } = await import('../../doctor/servers-diff.ts');
    const { lines, equal, differences } = await diffServer(
      { id, command, transcripts: transcripts ?? project.transcripts },
      env,
    );
    return { lines, exitCode: equal ? 0 : 1, data: { equal, differences } };
  },
});

const verbs = defineCommand({
  name: 'verbs',
  summary: 'which verbs of a walkthrough a server has no tool of its own for',
  arguments: {},
  options: {},
  run: async () => {
    const { verbsOfServers } = await import('../../doctor/verbs-of-servers.ts');
    const { lines, servers } = verbsOfServers();
    return { lines, exitCode: 0, data: { servers } };
  },
});

export const servers: CommandGroup = {
  name: 'servers',
  summary: 'look after the servers under test',
  commands: [diff, verbs],
};
