import type { Starter } from './starter.ts';

/** `contract-bench.config.ts` of a new project. */
export function configText({ title, server }: Starter): string {
  const servers =
    server === null
      ? []
      : [`  servers: [{ id: ${quoted(server.id)}, command: ${quoted(server.command)} }, 'playwright'],`];
  return [
    "import { defineConfig } from 'contract-bench';",
    '',
    '// Every field is described in node_modules/contract-bench/lib/docs/configuration.md.',
    'export default defineConfig({',
    "  suites: ['./tasks/first'],",
    ...servers,
    `  site: { title: ${quoted(title)} },`,
    '});',
    '',
  ].join('\n');
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
}
