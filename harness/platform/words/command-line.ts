/** As a POSIX shell takes it for one word. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./{}[\]~-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** How this is typed by who runs it: a program where npm installed it, a script in its own repository. */
export const typedAs = typedFrom(import.meta.dirname);

export function typedFrom(folder: string): string {
  return folder.split(/[\\/]/).includes('node_modules') ? 'npx contract-bench' : 'npm run harness --';
}
