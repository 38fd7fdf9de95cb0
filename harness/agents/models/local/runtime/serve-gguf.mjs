// The runtime of local weights: loads a GGUF with node-llama-cpp and serves one client on a Unix socket. Each request and
// each reply is a line of JSON. It runs in a cell without a network, from a copy in its own folder.
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const { modules, weights, context: asked, threads, socket } = JSON.parse(process.argv[2]);
const fromModules = (name) => import(pathToFileURL(`${modules}/${name}`).href);
const { getLlama, LlamaGrammar, LlamaGrammarEvaluationState } = await fromModules(
  'node-llama-cpp/dist/index.js',
);
const { Template } = await fromModules('@huggingface/jinja/dist/index.js');

/** As many of the likeliest tokens are looked at first. Only if the grammar allows none of them, all are. */
const firstLogits = 512;
const batchSize = 512;
/** The last tokens that the penalty for repetition counts. */
const lastTokens = 64;
const opening = '<tool_call>\n';
/** Verification allows for rounding: this share of probability and these ranks beyond the sampler's support. */
const slack = { mass: 0.02, ranks: 2 };

let model;
let sequence;
let llama;
let template;
let form;
let grammarState;
/** The last grammar by its text, because the tool list of a run stays the same. */
let grammar = { text: null, made: null };
/** Whether the prompt opens a call, and the answer ends with it; else an answer ends with the turn of the model. */
let isOfCall = true;

const commands = { load, count, tokenize, complete, score };

async function load() {
  const startedAt = performance.now();
  llama = await getLlama({
    gpu: false,
    build: 'never',
    skipDownload: true,
    progressLogs: false,
    logLevel: 'error',
    maxThreads: threads,
  });
  model = await llama.loadModel({ modelPath: weights, gpuLayers: 0, useMmap: true });
  const made = await model.createContext({ contextSize: asked, threads, sequences: 1, batchSize });
  sequence = made.getSequence();
  const { chat_template: source } = model.fileInfo.metadata.tokenizer ?? {};
  if (typeof source !== 'string') throw new Error('the weights have no chat template');
  template = new Template(source);
  form = source.includes('<tool_call>') && source.includes('tools') ? 'template' : 'system';
  return {
    granted: made.contextSize,
    trained: model.trainContextSize,
    toolsFrom: form,
    loadMs: performance.now() - startedAt,
    release: llama.llamaCppRelease?.release ?? 'unknown',
    mapped: mappedFile(),
  };
}

/** The inode of the weights in this process's memory; null if the system does not list it. */
function mappedFile() {
  try {
    const { ino } = statSync(weights);
    const lines = readFileSync('/proc/self/maps', 'utf8').split('\n');
    return lines.some((line) => Number(line.trim().split(/\s+/)[4]) === ino) ? ino : null;
  } catch {
    return null;
  }
}

/** The prompt of a conversation, with the opening of a call written for the model if the answer has to be one. */
function promptOf({ messages, tools }, isCall) {
  const bos = model.tokens.bosString ?? '';
  const render = (given, more) =>
    template.render({
      messages: given,
      bos_token: bos,
      eos_token: model.tokens.eosString ?? '',
      add_generation_prompt: true,
      enable_thinking: false,
      ...more,
    });
  const text =
    form === 'template'
      ? render(messages.map(asTemplates), tools.length > 0 ? { tools } : {})
      : renderPlain(render, plain(messages, tools));
  // The tokenizer writes it again, where the weights want it.
  const { shouldPrependBosToken: wantsBos } = model.tokens;
  const body = wantsBos && bos !== '' && text.startsWith(bos) ? text.slice(bos.length) : text;
  const whole = `${body}${isCall ? opening : ''}`;
  const tokens = model.tokenize(whole, true);
  const first = model.tokens.bos;
  if (wantsBos && first !== null && tokens[0] !== first) tokens.unshift(first);
  return { tokens, sha256: createHash('sha256').update(whole).digest('hex') };
}

/** Templates take the arguments of a call as an object. */
function asTemplates(message) {
  if (!message.tool_calls) return { ...message, content: message.content ?? '' };
  const tool_calls = message.tool_calls.map((call) => ({
    ...call,
    function: { ...call.function, arguments: JSON.parse(call.function.arguments) },
  }));
  return { ...message, content: message.content ?? '', tool_calls };
}

/** For a template that knows no tools: their list stands in the system message, in the words of the Hermes format. */
function plain(given, tools) {
  const hasSystem = given[0]?.role === 'system';
  const [own, messages] = hasSystem ? [`${given[0].content}\n\n`, given.slice(1)] : ['', given];
  const list = tools.map((tool) => JSON.stringify(tool)).join('\n');
  const text = [
    `${own}# Tools\n`,
    'You may call one function at a time to assist with the user query.\n',
    'You are provided with function signatures within <tools></tools> XML tags:',
    `<tools>\n${list}\n</tools>\n`,
    'For each function call, return a json object with function name and arguments',
    'within <tool_call></tool_call> XML tags:',
    `${opening}{"name": <function-name>, "arguments": <args-json-object>}\n</tool_call>`,
  ].join('\n');
  const rest = messages.map(({ role, content, tool_calls }) => {
    if (role === 'tool') return { role: 'user', content: `<tool_response>\n${content}\n</tool_response>` };
    const calls = (tool_calls ?? []).map(
      (call) =>
        `${opening}{"name": ${JSON.stringify(call.function.name)}, "arguments": ${call.function.arguments}}\n</tool_call>`,
    );
    return { role, content: [content ?? '', ...calls].filter((each) => each !== '').join('\n') };
  });
  if (tools.length === 0) return hasSystem ? [given[0], ...rest] : rest;
  return [{ role: 'system', content: text }, ...rest];
}

/** Some templates know no system message; then it begins the first message of the user. */
function renderPlain(render, messages) {
  try {
    return render(messages, {});
  } catch (error) {
    const [system, user, ...rest] = messages;
    if (system.role !== 'system' || !user) throw error;
    return render([{ role: 'user', content: `${system.content}\n\n${user.content}` }, ...rest], {});
  }
}

/** The tokens of a text within a prompt. */
function tokenize({ text }) {
  return model.tokenize(text, false);
}

function count({ isCall = true, ...conversation }) {
  const { tokens, sha256 } = promptOf(conversation, isCall);
  return { promptTokens: tokens.length, promptSha256: sha256 };
}

async function complete({ conversation, isCall = true, ...asked }, report, signal) {
  const { grammar: text, maxTokens, sampling, seed } = asked;
  const { tokens, sha256 } = promptOf(conversation, isCall);
  const room = sequence.context.contextSize - tokens.length;
  if (room < Math.min(maxTokens, 64))
    return { full: { promptTokens: tokens.length, context: sequence.context.contextSize } };
  const startedAt = performance.now();
  const read = await readPrompt(tokens, report, signal);
  const promptMs = performance.now() - startedAt;
  const draw = randomOf(seed);
  const answer = [];
  let logits = read.logits;
  let logProbability = 0;
  let end = 'cut';
  start(text, isCall);
  while (answer.length < Math.min(maxTokens, room - 1)) {
    signal.throwIfAborted();
    const before = [...tokens, ...answer].slice(-lastTokens);
    let candidates = allowed(logits, before, sampling);
    // Rare: the grammar allows none of the likeliest tokens.
    if (candidates.length === 0) {
      logits = await allLogits(before.at(-1));
      candidates = allowed(logits, before, sampling);
    }
    if (candidates.length === 0) {
      end = 'stuck';
      break;
    }
    const token = pick(candidates, draw());
    logProbability += logOf(logits, token);
    answer.push(token);
    if (model.isEogToken(token)) {
      end = 'stop';
      break;
    }
    accept(token);
    if (isCall && isComplete()) {
      end = 'call';
      break;
    }
    logits = await evaluate([token], firstLogits);
  }
  return {
    tokens: answer,
    text: textOf(answer, isCall),
    logProbability,
    end,
    promptSha256: sha256,
    promptTokens: tokens.length,
    cachedTokens: read.cached,
    promptMs,
    outputMs: performance.now() - startedAt - promptMs,
  };
}

/** Reads the part of a prompt that differs from what was read before. At least one token is read for its logits. */
async function readPrompt(tokens, report, signal) {
  const { firstDifferentIndex } = sequence.compareContextTokens(tokens);
  const cached = Math.min(firstDifferentIndex, tokens.length - 1);
  await sequence.eraseContextTokenRanges([{ start: cached, end: sequence.nextTokenIndex }]);
  // A sequence may have erased more than asked.
  const from = Math.min(cached, sequence.nextTokenIndex);
  for (let at = from; at < tokens.length - 1; at += batchSize) {
    signal.throwIfAborted();
    await sequence.evaluateWithoutGeneratingNewTokens(
      tokens.slice(at, Math.min(at + batchSize, tokens.length - 1)),
    );
    report({ read: Math.min(at + batchSize, tokens.length) - from, of: tokens.length - from });
  }
  return { cached: from, logits: await evaluate([tokens.at(-1)], firstLogits) };
}

/** Evaluates tokens and returns the logits after the last one, likeliest first, as [token, logit]. */
async function evaluate(tokens, most) {
  const generateNext =
    most === Number.POSITIVE_INFINITY
      ? { logits: true }
      : {
          logits: { filter: { tokens: [], includeTop: most } },
          // Without a top-k, the runtime sorts its whole vocabulary for each token.
          options: { temperature: 1, topK: most, topP: 1, minP: 0 },
        };
  const input = [...tokens.slice(0, -1), [tokens.at(-1), { generateNext }]];
  const output = await sequence.controlledEvaluate(input);
  return [...output[tokens.length - 1].next.logits].sort((a, b) => b[1] - a[1]);
}

/** All logits after the last token, which is evaluated once more. */
async function allLogits(last) {
  const { nextTokenIndex: end } = sequence;
  await sequence.eraseContextTokenRanges([{ start: end - 1, end }]);
  return evaluate([last], Number.POSITIVE_INFINITY);
}

function start(text, isCall) {
  isOfCall = isCall;
  if (grammar.text !== text) grammar = { text, made: new LlamaGrammar(llama, { grammar: text }) };
  grammarState = new LlamaGrammarEvaluationState({ model, grammar: grammar.made });
}

const sampler = () => llama._bindings.AddonSampler;
const mayFollow = (token) => sampler().canBeNextTokenForGrammarEvaluationState(grammarState._state, token);
const accept = (token) => sampler().acceptGrammarEvaluationStateToken(grammarState._state, token);
/** A model may write a tag of its own as one special token, and the text leaves out the end of its turn. */
const textOf = (answer, isCall) =>
  isCall
    ? model.detokenize(answer)
    : model.detokenize(
        answer.filter((token) => !model.isEogToken(token)),
        true,
      );
/** After a whole call only the end may follow. */
const isComplete = () => mayFollow(model.tokens.eos ?? model.tokens.eot);

/**
 * The sampler's support after the penalty, the grammar, top-k and top-p, with the probabilities at the temperature.
 * `more`: allowance beyond top-k and top-p.
 */
function allowed(logits, recent, { temperature, topK, topP, repeatPenalty }, more = { mass: 0, ranks: 0 }) {
  const punished = new Set(recent);
  const punish = ([token, logit]) => [
    token,
    !punished.has(token) ? logit : logit > 0 ? logit / repeatPenalty : logit * repeatPenalty,
  ];
  const ranked = (repeatPenalty === 1 ? logits : logits.map(punish).sort((a, b) => b[1] - a[1])).values();
  const most = topK > 0 ? topK + more.ranks : 100;
  const top = [];
  for (const each of ranked) {
    if ((isOfCall && model.isEogToken(each[0])) || !mayFollow(each[0])) continue;
    top.push(each);
    if (top.length === most) break;
  }
  if (top.length === 0) return [];
  const plainWeights = softmax(top, 1);
  let mass = 0;
  const kept = top.filter((_, index) => {
    const isIn = index === 0 || mass < topP + more.mass;
    mass += plainWeights[index];
    return isIn;
  });
  return softmax(kept, Math.max(temperature, 1e-3)).map((probability, index) => [
    kept[index][0],
    probability,
  ]);
}

function softmax(pairs, temperature) {
  const highest = Math.max(...pairs.map(([, logit]) => logit));
  const weights = pairs.map(([, logit]) => Math.exp((logit - highest) / temperature));
  const sum = weights.reduce((total, each) => total + each, 0);
  return weights.map((each) => each / sum);
}

function pick(candidates, random) {
  let left = random;
  for (const [token, probability] of candidates) {
    left -= probability;
    if (left < 0) return token;
  }
  return candidates[0][0];
}

/** The log-probability of a token among the likeliest ones, before penalty, grammar and sampling. */
function logOf(logits, token) {
  const first = logits.slice(0, firstLogits);
  const highest = first[0][1];
  const sum = first.reduce((total, [, logit]) => total + Math.exp(logit - highest), 0);
  const found = logits.find(([each]) => each === token);
  return found ? found[1] - highest - Math.log(sum) : -100;
}

/** Numbers from 0 to 1, the same for the same seed: the digests of seed and position. */
function randomOf(seed) {
  let position = 0;
  return () => createHash('sha256').update(`${seed}:${position++}`).digest().readUInt32LE(0) / 2 ** 32;
}

/** Teacher forcing: the stored tokens of an answer under the weights. */
async function score({ conversation, isCall = true, ...asked }, report, signal) {
  const { grammar: text, tokens: answer, sampling } = asked;
  const { tokens, sha256 } = promptOf(conversation, isCall);
  const read = await readPrompt(tokens, report, signal);
  start(text, isCall);
  let logits = read.logits;
  let logProbability = 0;
  let outside = 0;
  for (const [index, token] of answer.entries()) {
    signal.throwIfAborted();
    const before = [...tokens, ...answer.slice(0, index)].slice(-lastTokens);
    // A token that the grammar forbids ends the answer, and nothing follows the end of a turn.
    if (!mayFollow(token) || model.isEogToken(answer[index - 1])) {
      outside += answer.length - index;
      break;
    }
    const isAllowed = () => allowed(logits, before, sampling, slack).some(([each]) => each === token);
    if (!isAllowed()) {
      // The answer may have been written from all logits.
      logits = await allLogits(before.at(-1));
      if (!isAllowed()) outside += 1;
    }
    logProbability += logOf(logits, token);
    if (!model.isEogToken(token)) accept(token);
    if (index < answer.length - 1) logits = await evaluate([token], firstLogits);
  }
  return {
    text: textOf(answer, isCall),
    logProbability,
    outside,
    promptSha256: sha256,
    isWhole: isCall ? isComplete() : model.isEogToken(answer.at(-1)),
  };
}

const server = createServer((client) => {
  const controller = new AbortController();
  client.on('error', () => client.destroy());
  client.on('close', () => controller.abort(new Error('the client is gone')));
  const send = (reply) => client.writable && client.write(`${JSON.stringify(reply)}\n`);
  let before = Promise.resolve();
  let last = null;
  const lines = createInterface({ input: client });
  lines.on('error', () => client.destroy());
  lines.on('line', (line) => {
    // Ends the last request, also before it is computed; it is answered with an error.
    if (line === '{"command":"abort"}') return last?.abort(new Error('aborted'));
    const own = new AbortController();
    last = own;
    // One request after the other, because there is one context.
    before = before.then(async () => {
      try {
        const { command, ...request } = JSON.parse(line);
        const signal = AbortSignal.any([controller.signal, own.signal]);
        send({ result: await commands[command](request, (progress) => send({ progress }), signal) });
      } catch (error) {
        send({ error: error instanceof Error ? error.message : String(error) });
      }
    });
  });
});
server.listen(socket, () => process.stdout.write('listening\n'));
