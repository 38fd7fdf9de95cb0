import { commands } from '../commands/index.ts';

/**
 * A document as it stands in the package: without its pictures, which stay in the repository, and where it calls a script
 * of the repository it calls the command of the package.
 */
export function publishedDoc(text: string, scripts: Readonly<Record<string, string>>): string {
  const called = new Map(
    Object.entries(scripts).flatMap(([name, line]) => {
      const [, words] = /^node harness\/cli\/bin\.mjs ?([^&]*)$/.exec(line) ?? [];
      return words === undefined || isOfRepository(words) ? [] : [[name, words]];
    }),
  );
  const shown = text.replaceAll(/^!\[.*\]\([\w-]+\.png\)\n\n?/gm, '');
  return shown.replaceAll(/npm run (?:-s )?([\w:-]+)(?: --(?=[ `]))?/g, (typed, name) => {
    const words = called.get(name);
    return words === undefined ? typed : `npx contract-bench ${words}`.trimEnd();
  });
}

function isOfRepository(words: string): boolean {
  const [first] = words.split(' ');
  return commands.some(({ name, ofRepository }) => ofRepository && name === first);
}
