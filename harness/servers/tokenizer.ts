import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../platform/errors/user-error.ts';
import { cacheFolder } from '../platform/files/cache-folder.ts';
import { writeAtomically } from '../platform/files/write-file.ts';
import type { Tool } from './answer.ts';

/** Counts the tokens of a text. */
export type CountTokens = (text: string) => number;
export type Tokenizer = { name: string; encoding: string; version: string; countTokens: CountTokens };

/**
 * The tokenizer of OpenAI's models since GPT-4o. Other vendors' tokenizers give other counts, but rank servers alike.
 * Loaded on first use.
 */
export async function openTokenizer(): Promise<Tokenizer> {
  const [{ countTokens }, { default: own }] = await Promise.all([
    import('gpt-tokenizer/encoding/o200k_base'),
    import('gpt-tokenizer/package.json', { with: { type: 'json' } }),
  ]).catch((error: Error) => {
    throw new UserError(`gpt-tokenizer is not installed (${error.message}); run npm i -D gpt-tokenizer`);
  });
  // The name of a special token in a text counts as plain text.
  const plain = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };
  return {
    name: 'gpt-tokenizer',
    encoding: 'o200k_base',
    version: own.version,
    countTokens: (text) => countTokens(text, plain),
  };
}

export type ToolList = { tools: number; bytes: number; tokens: number | null };

/** The size of a tool list as JSON, which an agent pays before its first call. Tokens are null without a tokenizer. */
export async function toolListOf(tools: readonly Tool[], toolsSha256: string): Promise<ToolList> {
  const listed = JSON.stringify(tools);
  return {
    tools: tools.length,
    bytes: Buffer.byteLength(listed),
    tokens: await tokensOf(listed, toolsSha256),
  };
}

/** Cached across runs, because loading the tokenizer takes a third of a second. */
async function tokensOf(listed: string, toolsSha256: string): Promise<number | null> {
  const file = path.join(cacheFolder(), 'tool-lists', toolsSha256);
  const kept = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (/^\d+$/.test(kept)) return Number(kept);
  const tokenizer = await openTokenizer().catch(() => null);
  if (tokenizer === null) return null;
  const tokens = tokenizer.countTokens(listed);
  try {
    writeAtomically(file, String(tokens));
  } catch {
    // Without the cache the next run counts again.
  }
  return tokens;
}
