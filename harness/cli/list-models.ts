import { findRuntime, runtimePackage } from '../agents/models/local/runtime/install-runtime.ts';
import { weightsHere } from '../agents/models/local/weights/find-weights.ts';
import { hasWeights } from '../agents/models/local/weights/get-weights.ts';
import { readGgufHeader } from '../agents/models/local/weights/gguf-header.ts';
import { knownWeights } from '../agents/models/local/weights/known-weights.ts';
import { align } from '../platform/words/columns.ts';
import { typedAs } from '../platform/words/command-line.ts';
import { formatBytes } from '../platform/words/format.ts';
import type { Outcome } from './commands/command.ts';

/** Lists the weights on this machine, the weights that can be fetched, and the runtime. */
export async function listModels(env: NodeJS.ProcessEnv): Promise<Outcome> {
  const found = await Promise.all(
    (await weightsHere(env)).map(async (each) => {
      try {
        const { bytes, quantisation, parameters, trainedContext, template } = await readGgufHeader(each.file);
        const facts = { bytes, quantisation, parameters, trainedContext, hasTemplate: template !== null };
        return { ...each, ...facts, problem: template === null ? 'no chat template' : null };
      } catch (error) {
        // One broken file must not hide the others.
        return { ...each, problem: error instanceof Error ? error.message : String(error) };
      }
    }),
  );
  const isHere = await Promise.all(knownWeights.map((each) => hasWeights(each, env)));
  const open = knownWeights.filter((_, index) => !isHere[index]);
  const runtime = findRuntime(env);
  const rows = found.map((each) => [
    each.name,
    'bytes' in each ? `${(each.parameters / 1e9).toPrecision(2)}B` : '',
    'bytes' in each ? each.quantisation : '',
    'bytes' in each ? formatBytes(each.bytes) : '',
    'bytes' in each && each.trainedContext ? `${each.trainedContext} tokens of context` : '',
    each.problem ?? '',
  ]);
  return {
    lines: [
      runtime
        ? `runtime: ${runtimePackage.name} ${runtime.version}`
        : `runtime: not installed; ${typedAs} models install runtime`,
      ...(rows.length === 0 ? ['no weights found here'] : align(rows)),
      ...align(open.map(({ id, bytes }) => [`${typedAs} models get ${id}`, formatBytes(bytes)])),
    ],
    exitCode: 0,
    data: {
      runtime,
      weights: found,
      known: knownWeights.map(({ id }, index) => ({ id, isHere: isHere[index] })),
    },
  };
}
