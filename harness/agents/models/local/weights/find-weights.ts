import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { jsonOrUndefined } from '../../../../platform/errors/json.ts';
import { UserError } from '../../../../platform/errors/user-error.ts';
import { filesBelow } from '../../../../platform/files/files-below.ts';
import { typedAs } from '../../../../platform/words/command-line.ts';
import { thereIs } from '../../../../platform/words/known-names.ts';
import { cachedWeights, fileOfWeights, hasWeights } from './get-weights.ts';
import { knownWeights } from './known-weights.ts';

/** A file of weights on this machine. */
export type FoundWeights = {
  /** As `--model-file` takes it. */
  name: string;
  from: 'cache' | 'ollama' | 'lmstudio';
  file: string;
};

/** All files of weights that the cache, Ollama and LM Studio have on this machine. */
export async function weightsHere(env: NodeJS.ProcessEnv): Promise<FoundWeights[]> {
  const [cached, ollama, lmstudio] = await Promise.all([
    cachedWeights(env),
    ollamaModels(env),
    lmStudioFiles(env),
  ]);
  const known = new Map(knownWeights.map((each) => [fileOfWeights(each, env), each.id]));
  return [
    ...cached.map((file) => ({ name: known.get(file) ?? file, from: 'cache' as const, file })),
    ...ollama.map(({ name, file }) => ({ name: `ollama:${name}`, from: 'ollama' as const, file })),
    ...lmstudio.map(({ name, file }) => ({ name: `lmstudio:${name}`, from: 'lmstudio' as const, file })),
  ];
}

/**
 * The files of `--model-file`: a path, `ollama:<name>`, `lmstudio:<name>` or a name of `models get`. Several files are the
 * parts of one model, in order. Throws `UserError`.
 */
export async function resolveWeights(
  given: string,
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<string[]> {
  const [, source = '', name = ''] = /^(ollama|lmstudio):(.*)$/.exec(given) ?? [];
  if (source === 'ollama') return [pick(given, name, await ollamaModels(env), 'ollama pull')];
  if (source === 'lmstudio') return allParts(pick(given, name, await lmStudioFiles(env), 'lms get'));
  const file = path.resolve(folder, given);
  if (existsSync(file)) return allParts(file);
  const known = knownWeights.find(({ id }) => id === given);
  if (known === undefined)
    throw new UserError(
      `--model-file ${given}: no such file; expected a GGUF file, ollama:<name>, lmstudio:<name>, or a name of \`${typedAs} models list\``,
    );
  if (await hasWeights(known, env)) return [fileOfWeights(known, env)];
  throw new UserError(`--model-file ${given}: not in the cache; get it: ${typedAs} models get ${given}`);
}

type Named = { name: string; file: string };

/** The file with this name; a part of a name is enough if only one has it. */
function pick(given: string, name: string, found: readonly Named[], gets: string): string {
  const exact = found.filter((each) => each.name === name || each.name === `${name}:latest`);
  const [one, another] = exact.length > 0 ? exact : found.filter((each) => each.name.includes(name));
  if (one && !another && name !== '') return one.file;
  const names = found.map((each) => each.name);
  throw new UserError(
    one && another && name !== ''
      ? `--model-file ${given}: got a name of several models: ${names.filter((each) => each.includes(name)).join(', ')}`
      : `--model-file ${given}: no such model here; ${names.length > 0 ? thereIs(name, names) : `found none. Fetch one: ${gets} <name>`}`,
  );
}

const splitName = /^(.*)-(\d{5})-of-(\d{5})\.gguf$/;

/** The parts of a split file, beside the given one. Throws `UserError` if one is missing. */
function allParts(file: string): string[] {
  const [, start, , count] = splitName.exec(path.basename(file)) ?? [];
  if (start === undefined || count === undefined) return [file];
  const parts = Array.from({ length: Number(count) }, (_, index) =>
    path.join(path.dirname(file), `${start}-${String(index + 1).padStart(5, '0')}-of-${count}.gguf`),
  );
  const missing = parts.filter((each) => !existsSync(each)).map((each) => path.basename(each));
  if (missing.length === 0) return parts;
  throw new UserError(
    `${file}: the model has ${Number(count)} parts, and ${missing.length} are missing: ${missing.join(', ')}; put them into the same folder`,
  );
}

const Manifest = z.object({ layers: z.array(z.object({ mediaType: z.string(), digest: z.string() })) });

/** Ollama's models by name and tag, from its manifests (`~/.ollama/models`, or `OLLAMA_MODELS`). */
async function ollamaModels(env: NodeJS.ProcessEnv): Promise<Named[]> {
  const folder = env.OLLAMA_MODELS || path.join(env.HOME || homedir(), '.ollama', 'models');
  const manifests = path.join(folder, 'manifests');
  const found: Named[] = [];
  for (const file of (await filesBelow(manifests).catch(() => [])).sort()) {
    const text = await readFile(file, 'utf8').catch(() => '');
    const { data } = Manifest.safeParse(jsonOrUndefined(text));
    const layer = data?.layers.find(({ mediaType }) => mediaType === 'application/vnd.ollama.image.model');
    if (!layer) continue;
    // <host>/<owner>/<model>/<tag>
    const [host = '', owner = '', model = '', tag = ''] = path.relative(manifests, file).split(path.sep);
    const own =
      host === 'registry.ollama.ai' ? (owner === 'library' ? '' : `${owner}/`) : `${host}/${owner}/`;
    found.push({
      name: `${own}${model}:${tag}`,
      file: path.join(folder, 'blobs', layer.digest.replace(':', '-')),
    });
  }
  return found;
}

/** LM Studio's files as `<owner>/<repository>/<file>`, the first part of a split one. */
async function lmStudioFiles(env: NodeJS.ProcessEnv): Promise<Named[]> {
  const home = env.HOME || homedir();
  const folders = [path.join(home, '.lmstudio', 'models'), path.join(home, '.cache', 'lm-studio', 'models')];
  const found: Named[] = [];
  for (const folder of folders)
    for (const file of (await filesBelow(folder).catch(() => [])).sort()) {
      const isFirst = (splitName.exec(path.basename(file))?.[2] ?? '00001') === '00001';
      // A projector for images is not a model.
      if (!file.endsWith('.gguf') || !isFirst || path.basename(file).startsWith('mmproj')) continue;
      found.push({ name: path.relative(folder, file).split(path.sep).join('/'), file });
    }
  return found;
}
