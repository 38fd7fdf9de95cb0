import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { thisProject } from '../cli/this-project.ts';
import { confinedHint } from './connect-server.ts';
import { servers } from './index.ts';
import { packageFolder } from './installed-version.ts';
import { fillTemplate } from './server.ts';

const document = (...names: string[]) => readFileSync(path.join(thisProject.root, ...names), 'utf8');
const list = document('docs', 'servers.md');
const readme = document('README.md');

function filesOf(id: string): string[] {
  try {
    return readdirSync(path.join(thisProject.transcripts, id));
  } catch {
    return [];
  }
}

test.each(servers)('$id has all data of a server', ({ id, title, origin }) => {
  const dependencies: Record<string, string> = packageJson.dependencies;
  const files = filesOf(id);
  const wanted: [string, boolean][] = [
    ...('package' in origin
      ? [
          [
            `package.json: dependencies: ${origin.package} ${origin.version}`,
            dependencies[origin.package] === origin.version,
          ] as [string, boolean],
        ]
      : []),
    // Servers that must be installed separately are played, not replayed.
    ...('install' in origin
      ? []
      : ([
          [`transcripts/${id}/<task>.jsonl`, files.some((name) => name.endsWith('.jsonl'))],
          [`transcripts/${id}/tools.json`, files.includes('tools.json')],
          [`README.md: ${title}`, readme.includes(title)],
        ] as [string, boolean][])),
    [`docs/servers.md: a row "| \`${id}\` | ${title} |"`, list.includes(`| \`${id}\` | ${title} |`)],
  ];
  expect(wanted.filter(([, found]) => !found).map(([missing]) => missing)).toEqual([]);
});

test('a script is filled into a call unchanged, or in base64 for a one-line tool', () => {
  const script = '() => {\n  return "ü";\n}';
  const call = { tool: 'run', args: { plain: '{script}', encoded: '{script:base64}' } };
  const { args } = fillTemplate(call, { script });
  expect(args.plain).toBe(script);
  expect(Buffer.from(String(args.encoded), 'base64').toString()).toBe(script);
});

test.each([
  [
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find package '@modelcontextprotocol/sdk' imported from /a/b.js",
    true,
  ],
  ["ModuleNotFoundError: No module named 'mcp'", true],
  ["EACCES: permission denied, open '/a/settings.json'", true],
  ['TypeError: x is not a function', false],
  ['', false],
])('a confined server that ends with %j may miss a file: %j', (printed, misses) => {
  expect(confinedHint(printed).includes('CONTRACT_BENCH_VISIBLE')).toBe(misses);
});

test('a package that does not export its package.json is found', () => {
  const { resolve } = createRequire(import.meta.url);
  expect(() => resolve('execa/package.json')).toThrow(/not defined by "exports"/);
  expect(packageFolder('execa')).toBe(path.join(thisProject.root, 'node_modules', 'execa'));
  expect(() => packageFolder('no-such-package')).toThrow(
    'package no-such-package is not installed; run npm ci',
  );
});
