import { type CommandGroup, defineCommand, type Outcome } from './command.ts';

export const list: CommandGroup = {
  name: 'list',
  summary: 'list tasks, suites, servers, adapters or reporters',
  commands: [
    defineCommand({
      name: 'tasks',
      summary: 'list every task of every suite',
      arguments: {},
      options: {},
      run: async (_, { project }) => {
        const { readSuites } = await import('../../task/read-suites.ts');
        const { noPatternCheck } = await import('../../task/read-tasks.ts');
        const { tasks } = await readSuites(project.suites, noPatternCheck);
        return table(tasks.map(({ suite, task: { id, title } }) => ({ suite, id, title })));
      },
    }),
    defineCommand({
      name: 'suites',
      summary: 'list the suites, each with its number of tasks and its title',
      arguments: {},
      options: {},
      run: async (_, { project }) => {
        const { readSuites } = await import('../../task/read-suites.ts');
        const { noPatternCheck } = await import('../../task/read-tasks.ts');
        const { suites, tasks } = await readSuites(project.suites, noPatternCheck);
        const countOf = (id: string) => tasks.filter(({ suite }) => suite === id).length;
        return table(suites.map(({ suite: { id, title } }) => ({ id, tasks: countOf(id), title })));
      },
    }),
    defineCommand({
      name: 'servers',
      summary: 'list the servers under test',
      arguments: {},
      options: {},
      run: async (_, { project, config }) => {
        const { describeOrigin } = await import('../../servers/index.ts');
        const { knownServers } = await import('../server-choice.ts');
        return table(
          knownServers({ config, project }).map((server) => ({
            id: server.id,
            title: server.title,
            origin: describeOrigin(server),
          })),
        );
      },
    }),
    defineCommand({
      name: 'adapters',
      summary: 'list the adapters: the built-in agents that decide the tool calls',
      arguments: {},
      options: {},
      run: async () => {
        const { builtInAgents } = await import('../../agents/index.ts');
        return table(builtInAgents.map(({ id, summary }) => ({ id, summary })));
      },
    }),
    defineCommand({
      name: 'reporters',
      summary: 'list the reporters, which print the progress of a run',
      arguments: {},
      options: {},
      run: async () => {
        const { reporters } = await import('../../run/reporters/index.ts');
        return table(reporters.map(({ id, summary }) => ({ id, summary })));
      },
    }),
  ],
};

/** One line a row, its fields in columns. */
async function table(rows: readonly Record<string, string | number>[]): Promise<Outcome> {
  const { align } = await import('../../platform/words/columns.ts');
  // One line each, for who searches in them.
  const lines = align(
    rows.map((row) => Object.values(row).map(String)),
    Number.POSITIVE_INFINITY,
  );
  return { lines, exitCode: 0, data: rows };
}
