import path from 'node:path';
import { runtimePackage } from '../agents/models/local/runtime/install-runtime.ts';
import { folderOf } from './folder-of.ts';
import { ggufOf } from './gguf-of.ts';

/** How the weights of the stand-in behave. */
type Weights = {
  /** The only text that the grammar allows; null for one that never ends. */
  text: string | null;
  /** The time in which one token is computed. */
  tokenMs?: number;
  /** Whether computing the first token blocks the process for ever. */
  blocks?: boolean;
  /** The number of tokens that are likelier than all bytes, and which the grammar never allows. */
  likelier?: number;
};

/**
 * A cache with packages in place of node-llama-cpp and its template library, and a file of weights: the runtime starts on
 * them without a download. A token is a byte. As the real package, they reject a missing file and tokens beyond the context.
 */
export async function llamaModules({ text, tokenMs = 0, blocks = false, likelier = 0 }: Weights) {
  const { name, version } = runtimePackage;
  const modules = `programs/${name}@${version}/node_modules`;
  const cache = await folderOf({
    [`${modules}/${name}/package.json`]: '{"type": "module"}',
    [`${modules}/${name}/dist/index.js`]: `const settings = ${JSON.stringify({ text, tokenMs, blocks, likelier })};\n${llama}`,
    [`${modules}/@huggingface/jinja/package.json`]: '{"type": "module"}',
    [`${modules}/@huggingface/jinja/dist/index.js`]: jinja,
    'little.gguf': ggufOf({
      'general.architecture': 'llama',
      'llama.context_length': 8192,
      'tokenizer.chat_template': 'plain',
    }),
  });
  return {
    cache,
    runtime: { version, modules: path.join(cache, modules), integrity: '' },
    weights: path.join(cache, 'little.gguf'),
  };
}

const llama = `
import { existsSync } from 'node:fs';
const end = 256;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const wanted = (at) => (settings.text === null ? 97 : [...Buffer.from(settings.text), end][at]);

class Sequence {
  held = [];
  constructor(context) { this.context = context; }
  get nextTokenIndex() { return this.held.length; }
  compareContextTokens(tokens) {
    const at = tokens.findIndex((token, index) => token !== this.held[index]);
    return { firstDifferentIndex: at === -1 ? tokens.length : at };
  }
  async eraseContextTokenRanges([{ start }]) { this.held.length = Math.min(start, this.held.length); }
  async evaluateWithoutGeneratingNewTokens(tokens) {
    if (this.held.length + tokens.length > this.context.contextSize) throw new Error('the context is full');
    this.held.push(...tokens);
  }
  async controlledEvaluate(input) {
    while (settings.blocks);
    await sleep(settings.tokenMs);
    await this.evaluateWithoutGeneratingNewTokens(input.map((each) => (Array.isArray(each) ? each[0] : each)));
    const { filter } = input.at(-1)[1].generateNext.logits;
    const all = Array.from({ length: end + 1 + settings.likelier }, (_, token) => [token, token > end ? 2 : token === 97 ? 1 : 0]);
    all.sort((a, b) => b[1] - a[1]);
    const logits = new Map(filter ? all.slice(0, filter.includeTop) : all);
    return [...input.slice(1).map(() => undefined), { next: { logits } }];
  }
}

const model = {
  fileInfo: { metadata: { tokenizer: { chat_template: 'plain' } } },
  trainContextSize: 8192,
  tokens: { bos: null, eos: end, eot: null, bosString: null, eosString: null, shouldPrependBosToken: false },
  tokenize: (text) => [...Buffer.from(text)],
  detokenize: (tokens) => Buffer.from(tokens).toString(),
  isEogToken: (token) => token === end,
  createContext: async ({ contextSize }) => {
    const context = { contextSize, getSequence: () => new Sequence(context) };
    return context;
  },
};

export class LlamaGrammar {}
export class LlamaGrammarEvaluationState { _state = { at: 0 }; }
export const getLlama = async () => ({
  llamaCppRelease: { release: 'none' },
  loadModel: async ({ modelPath }) => {
    if (!existsSync(modelPath)) throw new Error(\`\${modelPath}: no such file\`);
    return model;
  },
  _bindings: {
    AddonSampler: {
      canBeNextTokenForGrammarEvaluationState: (state, token) => token === wanted(state.at),
      acceptGrammarEvaluationStateToken: (state, token) => {
        if (token !== wanted(state.at)) throw new Error('the grammar does not allow the token');
        state.at += 1;
      },
    },
  },
});
`;

const jinja = `
export class Template {
  render({ messages }) { return messages.map(({ role, content }) => \`\${role}: \${content}\\n\`).join(''); }
}
`;
