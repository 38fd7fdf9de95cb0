import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { folderOf } from './folder-of.ts';
import { signInTask } from './sign-in-task.ts';

export const secrets = {
  key: 'sk-ant-stand-in-0123456789',
  bearer: 'tok_9f8e7d6c5b4a39281706',
  cookie: 'sid=c00k1e-of-the-session',
  password: 'correct-horse-7',
};

/** A task to log in, and a site that says more than it should. */
export async function leakySite(): Promise<{ tasks: string; web: string }> {
  const tasks = await folderOf({ 'login.md': signInTask('login', 'login', 'Log in.', 'body') });
  const leaky = `<p>authorization: Bearer ${secrets.bearer}<p>set-cookie: ${secrets.cookie}<p>${secrets.key}`;
  const web = await folderOf({
    'login.fixture.test/index.html': `<form action="/in" method="get"><input type="password" name="w"><button>Go</button></form>${leaky}`,
    'login.fixture.test/in.html': `<h1>Welcome</h1>${leaky}`,
  });
  return { tasks, web };
}

/** What these folders hold: file -> text. */
export async function filesBelow(...folders: string[]): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const folder of folders) {
    for (const name of await readdir(folder, { recursive: true, withFileTypes: true }))
      if (name.isFile()) {
        const file = path.join(name.parentPath, name.name);
        files.set(file, await readFile(file, 'latin1'));
      }
  }
  return files;
}

/** Which secret is in which of the files. */
export function leaksIn(files: ReadonlyMap<string, string>): string[] {
  return Object.entries(secrets).flatMap(([kind, secret]) =>
    [...files].filter(([, text]) => text.includes(secret)).map(([file]) => `${kind} in ${file}`),
  );
}
