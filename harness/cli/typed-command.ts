import { shellWord, typedAs } from '../platform/words/command-line.ts';
import { keysOf, keysRedacted } from '../task/transcripts/redact.ts';

const maxCharacters = 2000;
const secretFlag = /^(--[\w-]*(?:key|token|secret|passw(?:or)?d|credentials?))(?:=.*)?$/is;

/**
 * A command line as typed, made safe for a public record: it leaves out the keys of the environment, values of flags that
 * name a secret, user and password of an address, and the path of the user's home.
 */
export function typedCommand(words: readonly string[], env: NodeJS.ProcessEnv): string {
  const redacted = words.map((word, index) => {
    if (secretFlag.test(words[index - 1] ?? '') && !words[index - 1]?.includes('=')) return '[redacted:key]';
    return word.replace(secretFlag, (flag, name: string) =>
      flag === name ? flag : `${name}=[redacted:key]`,
    );
  });
  const typed = [typedAs, ...redacted.map(shellWord)].join(' ');
  const home = env.HOME && env.HOME !== '/' ? env.HOME : null;
  const text = keysRedacted(keysOf(env))(typed)
    .replace(/(\w:\/\/)[^\s/@'"]*@/g, '$1[redacted:user]@')
    // Inside a quoted command line, such as that of a server.
    .replace(/(--[\w-]*(?:key|token|secret|passw(?:or)?d)[= ])(?!\[redacted)[^\s'"]+/gi, '$1[redacted:key]');
  return (home ? text.replaceAll(home, '~') : text).slice(0, maxCharacters);
}
