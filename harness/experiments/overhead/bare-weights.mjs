/**
 * A minimal script without a harness: node-llama-cpp answers each conversation that comes as a line of JSON, with its own
 * grammar and sampler. Its reply is a line of JSON: the time from the conversation to the text of the answer in
 * milliseconds, the numbers of tokens, and the digest of the prompt.
 */
import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const { modules, weights, context: contextSize, threads } = JSON.parse(process.argv[2]);
const fromModules = (name) => import(pathToFileURL(`${modules}/${name}`).href);
const { getLlama, LlamaGrammar, LlamaGrammarEvaluationState } = await fromModules(
  'node-llama-cpp/dist/index.js',
);
const { Template } = await fromModules('@huggingface/jinja/dist/index.js');

const llama = await getLlama({
  ...{ gpu: false, build: 'never', skipDownload: true, progressLogs: false, logLevel: 'error' },
  maxThreads: threads,
});
const model = await llama.loadModel({ modelPath: weights, gpuLayers: 0, useMmap: true });
const context = await model.createContext({ contextSize, threads, sequences: 1, batchSize: 512 });
const sequence = context.getSequence();
const template = new Template(model.fileInfo.metadata.tokenizer.chat_template);
const { bos, bosString, eosString, shouldPrependBosToken } = model.tokens;
/** The grammar of the tools, which are the same in all conversations. */
let grammar = null;

process.stdout.write('ready\n');
for await (const line of createInterface({ input: process.stdin })) {
  const from = performance.now();
  const asked = JSON.parse(line);
  const prompt = promptOf(asked);
  const tokens = model.tokenize(prompt, true);
  if (shouldPrependBosToken && bos !== null && tokens[0] !== bos) tokens.unshift(bos);
  const { firstDifferentIndex } = sequence.compareContextTokens(tokens);
  const cached = Math.min(firstDifferentIndex, tokens.length - 1);
  await sequence.eraseContextTokenRanges([{ start: cached, end: sequence.nextTokenIndex }]);
  grammar ??= new LlamaGrammar(llama, { grammar: asked.grammar });
  const { temperature, topK, topP, repeatPenalty } = asked.sampling;
  const answer = [];
  const options = {
    ...{ temperature, topK, topP, seed: 1 },
    grammarEvaluationState: new LlamaGrammarEvaluationState({ model, grammar }),
    repeatPenalty: {
      penalty: repeatPenalty,
      punishTokens: () => [...tokens.slice(-64), ...answer].slice(-64),
    },
  };
  for await (const token of sequence.evaluate(tokens.slice(cached), options)) {
    answer.push(token);
    if (answer.length === asked.maxTokens) break;
  }
  model.detokenize(answer);
  const ms = performance.now() - from;
  // The text after the token of the beginning.
  const text = bosString && prompt.startsWith(bosString) ? prompt.slice(bosString.length) : prompt;
  const sha256 = createHash('sha256').update(text).digest('hex');
  const reply = { ms, prompt: tokens.length, cached, output: answer.length, promptSha256: sha256 };
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}
process.exit();

/** In the words of the runtime of the harness, so that both sides read the same. */
function promptOf({ system, turns, tools, toolsFrom }) {
  const content =
    toolsFrom === 'template'
      ? system
      : [
          `${system}\n\n# Tools\n`,
          'You may call one function at a time to assist with the user query.\n',
          'You are provided with function signatures within <tools></tools> XML tags:',
          `<tools>\n${tools.map((tool) => JSON.stringify(tool)).join('\n')}\n</tools>\n`,
          'For each function call, return a json object with function name and arguments',
          'within <tool_call></tool_call> XML tags:',
          '<tool_call>\n{"name": <function-name>, "arguments": <args-json-object>}\n</tool_call>',
        ].join('\n');
  const text = template.render({
    messages: [{ role: 'system', content }, ...turns],
    ...(toolsFrom === 'template' ? { tools } : {}),
    ...{ bos_token: bosString ?? '', eos_token: eosString ?? '' },
    ...{ add_generation_prompt: true, enable_thinking: false },
  });
  return `${text}<tool_call>\n`;
}
