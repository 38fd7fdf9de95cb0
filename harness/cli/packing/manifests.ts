import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { readJson } from '../../platform/files/read-json.ts';
import { parts } from '../parts/parts.ts';
import { published } from './published.ts';
/** The parts of the repository's package.json that the package is built from. */
export const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  scripts: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});
export type Manifest = z.infer<typeof Manifest>;

export async function readManifest(root: string): Promise<Manifest> {
  return readJson(path.join(root, 'package.json'), Manifest);
}

/** Node, which every user of the package has; and the packages in `lib/vendor`. */
const withoutDependency = ['node', 'recheck'];

/** The package.json that is published. `repository` is `owner/name` on GitHub, as provenance wants it. */
export function publishedManifest(manifest: Manifest, repository: string | null) {
  const { name, version, description, license } = manifest;
  const optional = optionalPackages(manifest);
  const dependencies = Object.fromEntries(
    Object.entries(manifest.dependencies).filter(
      ([each]) => !withoutDependency.includes(each) && !Object.hasOwn(optional, each),
    ),
  );
  return {
    ...{ name, version, description, license },
    ...(repository && { repository: { type: 'git', url: `git+https://github.com/${repository}.git` } }),
    keywords: ['benchmark', 'browser', 'agents', 'mcp', 'evaluation'],
    type: 'module',
    engines: { node: `>=${published.node}` },
    bin: { [name]: published.bin },
    types: published.exports['.'].types,
    exports: published.exports,
    files: ['lib', 'CHANGELOG.md'],
    dependencies,
    peerDependencies: optional,
    peerDependenciesMeta: Object.fromEntries(Object.keys(optional).map((each) => [each, { optional: true }])),
  };
}

/** The package.json that the code in `lib` reads, where it stands at the root as it does in the repository. */
export function manifestOfLib(manifest: Manifest) {
  const { name, version, license } = manifest;
  const dependencies = { ...manifest.dependencies, ...optionalPackages(manifest) };
  return {
    ...{ name, version, license },
    type: 'module',
    imports: { '#recheck': './vendor/recheck.cjs' },
    dependencies: Object.fromEntries(
      Object.entries(dependencies).filter(([each]) => !withoutDependency.includes(each)),
    ),
  };
}

/** Throws for one whose version the repository does not pin. */
function optionalPackages({ dependencies, devDependencies }: Manifest): Record<string, string> {
  const versions = { ...devDependencies, ...dependencies };
  const names = Object.values(parts).flatMap(({ packages }) => [...packages]);
  return Object.fromEntries(
    names.sort().map((name) => {
      const version = versions[name];
      if (version === undefined) throw new Error(`package.json: no version of ${name}, which a part needs`);
      return [name, version];
    }),
  );
}

/**
 * The README of the package. npm's site resolves links by the repository, which has no `lib`: so they lead to the files
 * at the tag of the release, and to those in the package where it is of no repository. `repository` is `owner/name` on GitHub.
 */
export async function publishedReadme(
  root: string,
  { version }: Pick<Manifest, 'version'>,
  repository: string | null,
): Promise<string> {
  const text = await readFile(path.join(root, 'harness/cli/packing/package-readme.md'), 'utf8');
  return text.replaceAll(/\]\((?:\.\.\/){3}([^)]+)\)/g, (_, file: string) => {
    if (repository) return `](https://github.com/${repository}/blob/v${version}/${file})`;
    return file === 'CHANGELOG.md' ? `](${file})` : `](lib/${file})`;
  });
}
