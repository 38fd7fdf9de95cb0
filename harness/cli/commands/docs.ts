import { on } from '../../platform/flags.ts';
import type { Project } from '../../platform/project.ts';
import { type Command, type CommandGroup, type Context, defineCommand, verdict } from './command.ts';

type Document = {
  /** Also the name of the npm script that writes it. */
  name: string;
  summary: string;
  load(): Promise<
    (project: Project, mode: 'write' | 'check', context: Context) => Promise<{ current: boolean }>
  >;
};

const documents: readonly Document[] = [
  {
    name: 'commands',
    summary: 'write the commands and their options into docs/commands.md and docs/repository-commands.md',
    load: async () => (await import('../commands-document.ts')).commandsDocument,
  },
  {
    name: 'controls',
    summary: 'write the negative controls of the audit into docs/validity.md',
    load: async () => (await import('../../publish/docs/doc-tables.ts')).controlTable,
  },
  {
    name: 'live-table',
    summary: 'write the live runs of models into docs/benchmarks/webvoyager.md',
    load: async () => (await import('../../publish/docs/doc-tables.ts')).liveTable,
  },
  {
    name: 'schemas',
    summary: 'write the JSON Schemas into docs/schemas/',
    load: async () => {
      const { schemaFiles } = await import('../../publish/docs/schema-files.ts');
      return (project, mode, { configSchema }) => schemaFiles(project, mode, configSchema());
    },
  },
  {
    name: 'simulations',
    summary: 'run the simulations of the method again and write site/data/simulations.json',
    load: async () => (await import('../../publish/docs/schema-files.ts')).simulationsFile,
  },
  {
    name: 'statuses',
    summary: 'write the statuses of episodes into docs/exit-codes.md',
    load: async () => (await import('../../publish/docs/doc-tables.ts')).statusTable,
  },
  {
    name: 'vocabulary',
    summary: 'write the operators of contracts into docs/contracts.md',
    load: async () => (await import('../../publish/docs/doc-tables.ts')).operatorsSection,
  },
];

export const docs: CommandGroup = {
  name: 'docs',
  ofRepository: true,
  summary: 'write the files that are generated from code and results',
  commands: documents.map(commandOf),
};

function commandOf({ name, summary, load }: Document): Command {
  return defineCommand({
    name,
    summary,
    arguments: {},
    options: { check: on('write nothing; exit 1 if the file is not current') },
    run: async ({ check }, context) => {
      const document = await load();
      const { current } = await document(context.project, check ? 'check' : 'write', context);
      if (!check) return { lines: [], exitCode: 0, data: { changed: !current } };
      const line = current ? 'current' : `not current; write it with: npm run ${name}`;
      return verdict(current, [`docs ${name}: ${line}`]);
    },
  });
}
