import { UserError } from '../../platform/errors/user-error.ts';
import type { CountTokens } from './measure-server.ts';

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
