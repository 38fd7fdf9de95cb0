import path from 'node:path';
import ts from 'typescript';
import { toBuiltPage } from './to-javascript.ts';

/** What others import, by where it lies in the repository; the first is the package itself. */
const modules = {
  config: 'harness/cli/package/config',
  host: 'tasks/web/host-api',
  judge: 'harness/cli/package/judge',
  results: 'harness/cli/package/results',
  schemas: 'harness/cli/package/schemas',
  template: 'harness/cli/package/template',
} as const;

const at = (name: keyof typeof modules) => ({
  types: `./lib/${modules[name]}.d.ts`,
  default: `./lib/${modules[name]}.js`,
});

export const published = {
  /** The oldest Node that loads a configuration and hosts in TypeScript; `harness/cli/bin.mjs` asks for it. */
  node: '22.18',
  bin: 'lib/harness/cli/bin.mjs',
  modules,
  exports: {
    '.': at('config'),
    './host': at('host'),
    './judge': at('judge'),
    './results': at('results'),
    './schemas': at('schemas'),
    './template': at('template'),
    './schemas/*.json': './lib/docs/schemas/*.json',
    './package.json': './package.json',
  },
} as const;

/** The declarations of what others may import, and of what these name, by their paths from the root. */
export function publishedTypes(root: string): Map<string, string> {
  const rootNames = Object.values(published.modules).map((module) => path.join(root, `${module}.ts`));
  const options = {
    ...optionsOf(root),
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    noCheck: true,
  };
  const program = ts.createProgram({ rootNames, options });
  const made = new Map<string, string>();
  program.emit(undefined, (file, text) => made.set(slashed(path.relative(root, file)), text));
  const entries = Object.values(published.modules).map((module) => `${module}.d.ts`);
  const needed = reachable(entries, made);
  const isNeeded = (file: string) => needed.has(file.replace(/\.ts$/, '.d.ts'));
  return new Map([...needed].sort().map((file) => [file, toBuiltPage(file, made.get(file) ?? '', isNeeded)]));
}

function optionsOf(root: string): ts.CompilerOptions {
  const file = path.join(root, 'tsconfig.json');
  const { config } = ts.readConfigFile(file, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  return options;
}

function reachable(entries: readonly string[], made: ReadonlyMap<string, string>): Set<string> {
  const found = new Set<string>();
  const visit = (file: string): void => {
    const text = made.get(file);
    if (text === undefined || found.has(file)) return;
    found.add(file);
    for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles)
      if (fileName.startsWith('.'))
        visit(path.posix.join(path.posix.dirname(file), fileName).replace(/\.[jt]s$/, '.d.ts'));
  };
  for (const entry of entries) visit(entry);
  return found;
}

function slashed(file: string): string {
  return file.split(path.sep).join('/');
}
