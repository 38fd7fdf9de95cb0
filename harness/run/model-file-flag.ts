import { flagName, text } from '../platform/flags.ts';

/** The flag `--model-file` of all commands that play. */
export const modelFileFlag = {
  ...text(
    '<weights>',
    'open weights that decide the calls, or that an --agent asks, computed on this machine: a GGUF file, ollama:<name>, lmstudio:<name>, or a name of `models list`',
  ),
  place: 12.2,
  refused: whyNoModelFile,
  notQueued: 'a worker does not open files that the queue names',
};

/** Flags without a meaning for weights that the harness computes itself. */
const idleWithModelFile = [
  ...(['model', 'maxUsd', 'maxUsdTotal', 'baseUrl', 'keyFile', 'effort', 'priceIn', 'priceOut'] as const),
  ...(['priceCacheWrite', 'priceCacheRead', 'temperature', 'modelSeed'] as const),
];

/** Why `--model-file` cannot be used with the other flags; null if it can. */
function whyNoModelFile(
  typed: { modelFile: string | null; workers: number | null },
  asked: { adapter: string; isTyped(name: (typeof idleWithModelFile)[number]): boolean },
): string | null {
  if (typed.modelFile === null) return null;
  if (asked.adapter !== 'local')
    return `--model-file: got --adapter ${asked.adapter}; expected --adapter local, or no --adapter`;
  const idle = idleWithModelFile.find((name) => asked.isTyped(name));
  if (idle !== undefined)
    return `${flagName(idle)}: has no effect with --model-file, because its weights are the model and this machine computes them`;
  return typed.workers !== null && typed.workers > 1
    ? `--workers ${typed.workers}: with --model-file expected 1, because the runtime has one context`
    : null;
}
