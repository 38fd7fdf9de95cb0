import { stat } from 'node:fs/promises';
import { availableParallelism, freemem, totalmem } from 'node:os';
import path from 'node:path';
import { sha256 } from '../../../platform/digest.ts';
import { UserError } from '../../../platform/errors/user-error.ts';
import { formatBytes } from '../../../platform/words/format.ts';
import type { Sampling } from './runtime/start-runtime.ts';
import { resolveWeights } from './weights/find-weights.ts';
import { digestOfFile } from './weights/get-weights.ts';
import { type GgufHeader, readGgufHeader } from './weights/gguf-header.ts';
import { knownWeights } from './weights/known-weights.ts';

/** Weights that were looked at and hashed before anything is played. */
export type PreparedWeights = {
  files: readonly string[];
  /** By the base name alone, because paths name users. */
  weights: readonly { name: string; sha256: string; bytes: number }[];
  header: GgufHeader;
  sampling: Sampling;
  samplingFrom: 'card' | 'header' | 'default';
  /** The context in tokens that is asked for. */
  context: number;
  threads: number;
  /** The name of the model in records: the model's own, with the start of the digest. */
  name: string;
  /** An estimate of the memory that the weights and the context need. */
  memoryBytes: number;
};

/** Without a recommendation of the card or the header. */
const usualSampling: Sampling = { temperature: 0.7, topK: 20, topP: 0.8, repeatPenalty: 1 };

/** More context is read too slowly on a processor, and no page of the suites needs it. */
const mostContext = 16_384;

/**
 * Looks at the files of `--model-file`, hashes them, and chooses context and sampling. Throws `UserError` for everything
 * that would only fail later: another format, a file that is cut off, a missing part, no template, too little memory.
 */
export async function prepareWeights(
  given: string,
  folder: string,
  env: NodeJS.ProcessEnv,
  memory: Memory = machineMemory(),
): Promise<PreparedWeights> {
  const files = await resolveWeights(given, folder, env);
  const headers = await Promise.all(files.map(readGgufHeader));
  const [first] = headers;
  if (!first) throw new Error('there is a file');
  const header = { ...first, bytes: sumOf(headers, 'bytes'), parameters: sumOf(headers, 'parameters') };
  if (header.template === null)
    throw new UserError(
      `--model-file ${given}: the weights have no chat template, so this is a base model; expected an instruct or chat model`,
    );
  if (header.parts > 1 && header.parts !== files.length)
    throw new UserError(
      `--model-file ${given}: the header names ${header.parts} parts, and ${files.length} were found; expected the name <model>-00001-of-0000${header.parts}.gguf beside the other parts`,
    );
  const context = Math.min(header.trainedContext ?? 4096, mostContext);
  const { layers, headsKv, headSize } = header.shape;
  // Keys and values of the context in 16 bits, and buffers of llama.cpp.
  const memoryBytes = header.bytes + 4 * layers * headsKv * headSize * context + 300e6;
  if (memoryBytes > memory.available)
    throw new UserError(
      `--model-file ${given}: needs about ${formatBytes(memoryBytes)} of memory; ${memoryWords(memory, memoryBytes)}`,
    );
  const before = await Promise.all(files.map((file) => stat(file)));
  const digests = await Promise.all(files.map((file) => digestOfFile(file)));
  const after = await Promise.all(files.map((file) => stat(file)));
  if (
    before.some(({ ino, mtimeMs }, index) => ino !== after[index]?.ino || mtimeMs !== after[index]?.mtimeMs)
  )
    throw new UserError(
      `--model-file ${given}: the file changed while it was read; wait until it is complete`,
    );
  const weights = files.map((file, index) => ({
    name: path.basename(file),
    sha256: digests[index] ?? '',
    bytes: before[index]?.size ?? 0,
  }));
  const whole =
    weights.length === 1 ? (weights[0]?.sha256 ?? '') : sha256(weights.map((each) => each.sha256).join(' '));
  return {
    ...{ files, weights, header, context, memoryBytes },
    ...samplingFor(whole, header),
    threads: availableParallelism(),
    name: `${header.says.name ?? header.architecture}@${whole.slice(0, 12)}`,
  };
}

function sumOf(headers: readonly GgufHeader[], field: 'bytes' | 'parameters'): number {
  return headers.reduce((sum, header) => sum + header[field], 0);
}

function samplingFor(
  digest: string,
  { sampling }: GgufHeader,
): Pick<PreparedWeights, 'sampling' | 'samplingFrom'> {
  const card = knownWeights.find((each) => each.sha256 === digest)?.sampling;
  if (card) return { sampling: card, samplingFrom: 'card' };
  const { temp, top_k: topK, top_p: topP, penalty_repeat: repeatPenalty } = sampling;
  if (temp === undefined) return { sampling: usualSampling, samplingFrom: 'default' };
  const given = {
    temperature: temp,
    topK: topK ?? 0,
    topP: topP ?? 1,
    repeatPenalty: repeatPenalty ?? 1,
  };
  return { sampling: given, samplingFrom: 'header' };
}

/** In bytes. `total`: what this process may use at most. `available`: what other processes have left of it. */
type Memory = { total: number; available: number };

function machineMemory(): Memory {
  const allowed = process.constrainedMemory();
  const total = allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
  // macOS does not count the memory that it can free at once as free.
  return { total, available: process.platform === 'darwin' ? total : Math.min(total, freemem()) };
}

function memoryWords({ total, available }: Memory, needed: number): string {
  const smaller = 'choose a smaller model or a smaller quantisation';
  return needed > total
    ? `this machine has ${formatBytes(total)}; ${smaller}`
    : `${formatBytes(available)} of ${formatBytes(total)} are available, because other programs use the rest; end some of them, or ${smaller}`;
}
