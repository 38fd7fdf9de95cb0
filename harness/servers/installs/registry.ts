import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { jsonOrWhy } from '../../platform/errors/json.ts';
import { oneLine } from '../../platform/errors/one-line.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { quote } from '../../platform/words/format.ts';
import { askNpm } from './install-package.ts';

/** What the registry says about one release of a package; null for what it does not say. */
export type RegistryRelease = {
  version: string;
  /** Not always that of the publication. */
  date: string | null;
  /** The versions of Node that it asks for. */
  node: string | null;
  /** The reason of its authors against an install. */
  deprecated: string | null;
};

const Listed = z.looseObject({
  version: z.string().min(1),
  time: z.record(z.string(), z.unknown()).optional().catch(undefined),
  engines: z.looseObject({ node: z.string().optional() }).optional().catch(undefined),
  deprecated: z.string().optional().catch(undefined),
});

/** npm prints one release without a list, and without other fields as a word. */
const Answer = z
  .union([z.array(Listed), Listed, z.string().transform((version) => Listed.parse({ version }))])
  .transform((found) => [found].flat());

const limitMs = 60_000;

/** The releases of a package in the order of the registry, without previews. Throws `UserError`, on one line. */
export async function registryReleases(name: string, env: NodeJS.ProcessEnv): Promise<RegistryRelease[]> {
  const text = await answerOf(name, env);
  const parsed = jsonOrWhy(text);
  const { data: found = [] } = Answer.safeParse('value' in parsed ? parsed.value : null);
  if (found.length === 0)
    throw new UserError(
      `registry: ${name}: got ${text.trim() === '' ? 'no release' : quote(oneLine(text), 80)}; expected a list of its releases; ${advice(name)}`,
    );
  return found.map(({ version, time, engines, deprecated }) => {
    const date = time?.[version];
    return {
      version,
      date: typeof date === 'string' && !Number.isNaN(Date.parse(date)) ? date : null,
      node: engines?.node ?? null,
      deprecated: deprecated === undefined || deprecated === '' ? null : oneLine(deprecated),
    };
  });
}

async function answerOf(name: string, env: NodeJS.ProcessEnv): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'contract-bench-registry-'));
  const fields = ['version', 'time', 'engines', 'deprecated'];
  try {
    // `*` is only the newest.
    const words = ['view', `${name}@>=0`, ...fields, '--json', '--fetch-retries=0', '--fetch-timeout=30000'];
    return await askNpm(words, folder, env, limitMs);
  } catch (error) {
    const why = oneLine(error instanceof Error ? error.message : String(error));
    throw new UserError(
      `registry: ${name}: got no answer (${why}); expected a list of its releases; ${advice(name)}`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function advice(name: string): string {
  return `\`npm view ${name}\` shows what npm gets`;
}
