import { formatBytes, formatCount } from '../../harness/platform/words/format.ts';
import { unbroken } from '../../harness/publish/board/format.ts';
import type { LocalModel } from '../../harness/results/records/local-model.ts';

/** The facts of weights that the harness computed, as names with their values. */
export function weightsLines({
  weights,
  quantisation,
  parameters,
  context,
  sampling,
  template,
  threads,
  runtime,
  network,
}: LocalModel): [string, string][] {
  const { temperature, topK, topP, repeatPenalty, from } = sampling;
  const release = runtime.release === null ? '' : ` with llama.cpp ${runtime.release}`;
  return [
    ...weights.map(({ name, sha256, bytes }, index): [string, string] => [
      weights.length === 1 ? 'Weights' : `Weights, part ${index + 1} of ${weights.length}`,
      `${name}, ${unbroken(formatBytes(bytes))}, SHA-256 ${sha256}`,
    ]),
    ['Quantisation', `${quantisation}, ${unbroken(parameterWords(parameters))}`],
    [
      'Context',
      `${unbroken(`${formatCount(context.granted ?? context.asked)} tokens`)}${context.trained === null ? '' : ` of ${formatCount(context.trained)} that the model was trained with`}`,
    ],
    [
      'Sampling',
      `temperature ${temperature}, top-k ${topK}, top-p ${topP}, repetition penalty ${repeatPenalty}, ${samplingWords[from]}`,
    ],
    [
      'Tool list',
      template.toolsFrom === 'system'
        ? 'in the system message, because the template of the weights has no tools'
        : 'by the template of the weights',
    ],
    [
      'Runtime',
      `${runtime.id} ${runtime.version}${release}, on the ${runtime.backend.toUpperCase()}, ${threads === 1 ? '1 thread' : `${threads} threads`}`,
    ],
    [
      'Network of the runtime',
      network === 'none' ? 'none' : 'not known, because the machine has no sandboxes',
    ],
  ];
}

const samplingWords = {
  card: "from the model's card",
  header: 'from the header of the file',
  default: 'the default of the harness',
} as const;

/** `0.49 billion parameters`. */
function parameterWords(parameters: number): string {
  return parameters < 1e7
    ? `${formatCount(parameters)} parameters`
    : `${Number((parameters / 1e9).toPrecision(2))} billion parameters`;
}
