import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../errors/user-error.ts';

/** Writes `<folder>/<id>.md` to start from and returns what to do next. Never overwrites. Throws `UserError`. */
export async function newTask(id: string, folder: string): Promise<string> {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) {
    throw new UserError(
      `new task: found id "${id}"; allowed are lowercase words and digits joined by hyphens`,
    );
  }
  const file = path.join(folder, `${id}.md`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, template(id), { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw new UserError(`new task: ${file} exists already`);
    throw error;
  });
  return [
    file,
    'fill it in, then:',
    `  npm run harness -- check --tasks ${file}`,
    `  npm run harness -- --tasks ${file} --adapter script --script <calls> --record --transcripts <folder> --no-save`,
    `  npm run harness -- --tasks ${file} --transcripts <folder> --no-save`,
  ].join('\n');
}

function template(id: string): string {
  return `---
id: ${id}
title: What is found, in a few words
goal: Say where to go and what must be in view at the end. Do not say the answer.
startUrl: https://example.com/
judge: end
verify: reload
maxSteps: 30
maxDurationMs: 120000
maxUsd: 0.5
setup: { clearCookies: true, viewport: { width: 1280, height: 800 } }
tags: []
success:
  kind: and
  children:
    - { kind: url, pattern: '^https://example\\.org/$' }
    - { kind: dom_text, selector: h1, contains: 'The words that only the right page has' }
---
Why this contract is right, what may drift, and what to do then.
`;
}
