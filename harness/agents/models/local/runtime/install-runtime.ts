import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { jsonOrUndefined } from '../../../../platform/errors/json.ts';
import { UserError } from '../../../../platform/errors/user-error.ts';
import { fillFolder } from '../../../../platform/files/fill-folder.ts';
import { typedAs } from '../../../../platform/words/command-line.ts';
import { checkNode, installFolder, runNpm } from '../../../../servers/installs/install-package.ts';

/** The program that computes local weights: node-llama-cpp, with llama.cpp in it. */
export const runtimePackage = {
  name: 'node-llama-cpp',
  version: '3.22.1',
  bin: null,
  node: '20.0.0',
} as const;

/** The library that node-llama-cpp renders templates with; the harness renders with the same. */
const jinja = { name: '@huggingface/jinja', version: '0.5.11' };

/** Digests of the packages that decide what a model says, as npm names them. */
const integrity: Readonly<Record<string, string>> = {
  'node-llama-cpp':
    'sha512-bltIipuWmc123H7tMIgDGKSsSrhmhlQYeVUC48XTjVW7XGJJiJJyCdlTMzQ/LiWoPkGDpcL4FviDpgw7qfTiDw==',
  '@huggingface/jinja':
    'sha512-YzEzwM5oQf4r0vs7ifWQ+yuVR1YkAHrjERQ+a8WRsStHHp4NRBg+NesjiFc+X2AFUpRvvrIeHDS1xFy9jY/IjQ==',
  '@node-llama-cpp/linux-x64':
    'sha512-5uCCDNqWCNfaAm8aR/Uzxbo4HBpKgNF91kCHPepKhgMgV2OAmatoefbOlMihsqCiH2Od35E/eUHQCFbfRBJuOg==',
  '@node-llama-cpp/linux-arm64':
    'sha512-W+7naKCXX9/eEjjFmRS8vvx91QyLXDbeFxexZc3bh/PtQABZgmRL3C0AtYYXn4YGTj/3Qor4lWZn2tpjZFPLdQ==',
};

/** The package with the compiled llama.cpp of this machine, computing on the processor. Throws `UserError`. */
function platformPackage(): string {
  const name = `@node-llama-cpp/${process.platform}-${process.arch}`;
  if (integrity[name] !== undefined) return name;
  const known = Object.keys(integrity).filter((each) => each.startsWith('@node-llama-cpp/'));
  throw new UserError(
    `models install: got ${process.platform} on ${process.arch}; the pinned runtime exists for ${known.map((each) => each.split('/')[1]).join(' and ')}`,
  );
}

/** An installed runtime: its version, its folder of packages, and the digest of the package with llama.cpp. */
export type LocalRuntime = { version: string; modules: string; integrity: string };

/**
 * Installs the runtime into the cache, completely or not at all: node-llama-cpp without its optional platforms, plus the
 * one of this machine. No install script runs. Throws `UserError`, also for packages with other bytes than the pinned.
 */
export async function installRuntime(env: NodeJS.ProcessEnv): Promise<LocalRuntime> {
  checkNode(runtimePackage);
  const platform = platformPackage();
  const { name, version } = runtimePackage;
  await fillFolder(installFolder(runtimePackage, env), async (part) => {
    const wanted = [`${name}@${version}`, `${platform}@${version}`, `${jinja.name}@${jinja.version}`];
    const words = [
      'install',
      '--no-save',
      '--ignore-scripts',
      '--omit=optional',
      '--no-package-lock',
      ...wanted,
    ];
    await runNpm(runtimePackage, words, part, env);
    await checkIntegrity(part, [name, platform, jinja.name]);
  });
  return neededRuntime(env);
}

const Lock = z.object({ packages: z.record(z.string(), z.object({ integrity: z.string().optional() })) });

async function checkIntegrity(folder: string, names: readonly string[]): Promise<void> {
  const text = await readFile(path.join(folder, 'node_modules/.package-lock.json'), 'utf8').catch(() => '');
  const packages = Lock.safeParse(jsonOrUndefined(text)).data?.packages ?? {};
  for (const name of names) {
    const found = packages[`node_modules/${name}`]?.integrity ?? 'none';
    if (found !== integrity[name])
      throw new UserError(
        `models install: npm delivered ${name} with the digest ${found}; expected ${integrity[name]}; nothing was installed`,
      );
  }
}

/** The installed runtime; null if it is not installed. */
export function findRuntime(env: NodeJS.ProcessEnv): LocalRuntime | null {
  const modules = path.join(installFolder(runtimePackage, env), 'node_modules');
  if (!existsSync(path.join(modules, runtimePackage.name, 'package.json'))) return null;
  return { version: runtimePackage.version, modules, integrity: integrity[platformPackage()] ?? '' };
}

/** Throws `UserError` with the command that installs it. */
export function neededRuntime(env: NodeJS.ProcessEnv): LocalRuntime {
  const found = findRuntime(env);
  if (found) return found;
  throw new UserError(
    `the runtime of local models is not installed (${runtimePackage.name} ${runtimePackage.version}, about 85 MB); install it: ${typedAs} models install runtime`,
  );
}
