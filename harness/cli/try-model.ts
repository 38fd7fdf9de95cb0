import { callIn } from '../agents/models/local/answer-form.ts';
import { LocalMachine } from '../agents/models/local/local-machine.ts';
import { estimateLines } from '../agents/models/local/local-model.ts';
import { prepareWeights } from '../agents/models/local/prepare-weights.ts';
import { neededRuntime } from '../agents/models/local/runtime/install-runtime.ts';
import { sampleTools } from '../agents/models/local/sample-tools.ts';
import { unlessInterrupted } from '../agents/models/local/unless-interrupted.ts';
import { typedAs } from '../platform/words/command-line.ts';
import { formatBytes } from '../platform/words/format.ts';
import { promptOf } from '../task/given.ts';
import type { Context, Outcome } from './commands/command.ts';

/** Episodes and steps of the printed estimate. */
const sampleRun = { episodes: 100, maxSteps: 30 };

/**
 * Loads weights, has them make one call, and prints what a run would record. Throws `UserError` where they cannot play.
 * An interruption ends the weights whatever they compute.
 */
export async function tryModel(given: string, { folder, env, log, signal }: Context): Promise<Outcome> {
  const installed = neededRuntime(env);
  const weights = await prepareWeights(given, folder, env);
  const { header, memoryBytes, name } = weights;
  log(
    `loading ${name}: ${header.quantisation}, ${formatBytes(header.bytes)}, needs about ${formatBytes(memoryBytes)} of memory`,
  );
  const machine = new LocalMachine(installed, weights, env);
  const tried = await unlessInterrupted(
    signal,
    () => machine.end(),
    () => tryOn(machine, given).finally(() => machine.end()),
  );
  return tried ?? { lines: ['interrupted'], exitCode: 130, data: { model: name, call: null } };
}

async function tryOn(machine: LocalMachine, given: string): Promise<Outcome> {
  const { header, name } = machine.weights;
  await machine.start();
  const record = machine.record('grammar');
  const system = promptOf(
    { goal: '', startUrl: 'about:blank', verify: 'reload' },
    { maxSteps: sampleRun.maxSteps, maxDurationMs: 60_000 },
    null,
  ).system;
  const trial = await machine.tryTools(system, sampleTools);
  const call = trial.end === 'call' ? callIn(trial.text) : null;
  const isRanked = record.network === 'none';
  const { temperature, topK, topP, repeatPenalty, from } = record.sampling;
  const lines = [
    `weights: ${record.weights.map((each) => `${each.name} ${each.sha256}`).join(', ')}`,
    `model: ${name}, ${header.architecture}, ${(header.parameters / 1e9).toPrecision(2)}B parameters, ${header.quantisation}`,
    `context: ${record.context.granted} of ${header.trainedContext ?? 'unknown'} tokens; template: from the file; tool list: ${record.template.toolsFrom === 'template' ? 'by the template' : 'in the system message, because the template has none'}`,
    `sampling: temperature ${temperature}, top-k ${topK}, top-p ${topP}, repetition ${repeatPenalty} (${samplingWords[from]})`,
    `call: ${call ? trial.text : `none; it wrote ${JSON.stringify(trial.text.slice(0, 100))}`}`,
    ...estimateLines(trial, sampleRun),
    isRanked
      ? 'network: none; a run of these weights is ranked'
      : 'network: this machine has no namespaces, so a run of these weights is a rehearsal',
    `play: ${typedAs} --model-file ${given} --suite miniwob-sample`,
  ];
  return { lines, exitCode: call ? 0 : 1, data: { model: name, local: record, call, trial } };
}

const samplingWords = {
  card: "from the model's card",
  header: 'from the header of the file',
  default: 'the default, because neither card nor header is known',
} as const;
