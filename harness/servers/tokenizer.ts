import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../platform/errors/user-error.ts';
import { cacheFolder } from '../platform/files/cache-folder.ts';
import { writeAtomically } from '../platform/files/write-file.ts';
import type { Tool } from './answer.ts';

/** Of text. */
export type CountTokens = (text: string) => number;
export type Tokenizer = { name: string; encoding: string; version: string; countTokens: CountTokens };

/** That of OpenAI's models since GPT-4o; those of others count otherwise, and compare servers alike. Loaded when it is asked for. */
export async function openTokenizer(): Promise<Tokenizer> {
  const [{ countTokens }, { default: own }] = await Promise.all([
    import('gpt-tokenizer/encoding/o200k_base'),
    import('gpt-tokenizer/package.json', { with: { type: 'json' } }),
  ]).catch((error: Error) => {
    throw new UserError(`found no gpt-tokenizer (${error.message}); npm i -D gpt-tokenizer installs it`);
  });
  // A text that names a special token is a text.
  const plain = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };
  return {
    name: 'gpt-tokenizer',
    encoding: 'o200k_base',
    version: own.version,
    countTokens: (text) => countTokens(text, plain),
  };
}

export type ToolList = { tools: number; bytes: number; tokens: number | null };

/** What a list of tools costs an agent before its first call, as JSON. Without a tokenizer the tokens are not known. */
export async function toolListOf(tools: readonly Tool[], toolsSha256: string): Promise<ToolList> {
  const listed = JSON.stringify(tools);
  return {
    tools: tools.length,
    bytes: Buffer.byteLength(listed),
    tokens: await tokensOf(listed, toolsSha256),
  };
}

/** Kept from one run to the next: loading the tokenizer takes a third of a second. */
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
    // Then the next run counts them again.
  }
  return tokens;
}
