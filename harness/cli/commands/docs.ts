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
    summary: 'the commands and their options, in docs/commands.md',
    load: async () => (await import('../commands-document.ts')).commandsDocument,
  },
  {
    name: 'controls',
    summary: 'the controls of the audit, in docs/validity.md',
    load: async () => (await import('../../publish/docs/doc-tables.ts')).controlTable,
  },
  {
    name: 'live-table',
    summary: 'the live runs of models, in docs/benchmarks/webvoyager.md',
    load: async () => (await import('../../publish/docs/doc-tables.ts')).liveTable,
  },
  {
    name: 'schemas',
    summary: 'the JSON Schemas, docs/schemas/',
    load: async () => {
      const { schemaFiles } = await import('../../publish/docs/schema-files.ts');
      return (project, mode, { configSchema }) => schemaFiles(project, mode, configSchema());
    },
  },
  {
    name: 'simulations',
    summary: 'what the page on method prints, site/data/simulations.json',
    load: async () => (await import('../../publish/docs/schema-files.ts')).simulationsFile,
  },
  {
    name: 'statuses',
    summary: 'the statuses of episodes, in docs/exit-codes.md',
    load: async () => (await import('../../publish/docs/doc-tables.ts')).statusTable,
  },
  {
    name: 'vocabulary',
    summary: 'the operators of contracts, in docs/contracts.md',
    load: async () => (await import('../../publish/docs/doc-tables.ts')).operatorsSection,
  },
];

export const docs: CommandGroup = {
  name: 'docs',
  ofRepository: true,
  summary: 'write what is made from the code and the results',
  commands: documents.map(commandOf),
};

function commandOf({ name, summary, load }: Document): Command {
  return defineCommand({
    name,
    summary,
    arguments: {},
    options: { check: on('write nothing; exit 1 where it is not current') },
    run: async ({ check }, context) => {
      const document = await load();
      const { current } = await document(context.project, check ? 'check' : 'write', context);
      if (!check) return { lines: [], exitCode: 0, data: { changed: !current } };
      const line = current ? 'current' : `not current; write it with: npm run ${name}`;
      return verdict(current, [`docs ${name}: ${line}`]);
    },
  });
}
