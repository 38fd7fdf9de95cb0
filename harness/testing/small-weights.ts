import {
  findRuntime,
  installRuntime,
  type LocalRuntime,
} from '../agents/models/local/runtime/install-runtime.ts';
import { findWeights, getWeights } from '../agents/models/local/weights/get-weights.ts';

/** The smallest weights of `models get` and the runtime, which are downloaded where the cache does not have them. */
export async function smallWeights(env: NodeJS.ProcessEnv): Promise<{ file: string; runtime: LocalRuntime }> {
  // An installed runtime stays, because a run may use it.
  const runtime = findRuntime(env) ?? (await installRuntime(env));
  return { file: await getWeights(findWeights('smollm2-135m'), { env }), runtime };
}
