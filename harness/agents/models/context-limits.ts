/** The tokens of a context window and of a prompt, as a host names them; null if it does not. */
export type ContextLimits = { window: number | null; prompt: number | null };

/** In the words of vLLM, OpenRouter, OpenAI, llama-server, LM Studio, Mistral, Anthropic and Google. */
const windows = [
  /maximum context length is (\d+)/,
  /available context size \((\d+)/,
  /\bn_ctx \((\d+)/,
  /context length of only (\d+)/,
  /model with (\d+) maximum context length/,
  /tokens > (\d+) maximum/,
  /tokens allowed \((\d+)/,
];
const prompts = [
  /request has (\d+) input tokens/,
  /\((\d+) in the messages/,
  /\((\d+) of text input/,
  /messages resulted in (\d+)/,
  /request \((\d+) tokens\)/,
  /\bn_keep \((\d+)/,
  /keep the first (\d+) tokens/,
  /Prompt contains (\d+) tokens/,
  /prompt is too long: (\d+) tokens/,
  /input token count \((\d+)/i,
];

/** The limits in a host's refusal of a prompt that is too long. */
export function contextLimitsIn(refusal: string): ContextLimits {
  return { window: firstCount(windows, refusal), prompt: firstCount(prompts, refusal) };
}

function firstCount(patterns: readonly RegExp[], text: string): number | null {
  for (const pattern of patterns) {
    const count = Number(pattern.exec(text)?.[1]);
    if (count > 0) return count;
  }
  return null;
}

/** At most this part of a context is for one answer of the model. */
const outputPart = 0.25;

export function outputLimitOf(window: number): number {
  return Math.floor(window * outputPart);
}
