import { rmSync } from 'node:fs';
import { afterAll, onTestFinished } from 'vitest';

const left = new Set<string>();

// Of the file that imports this: one that a hook before the tests adds is not heard.
afterAll(() => {
  for (const folder of left) remove(folder);
});

/** Removes a folder when its test has finished; one made before the tests, after all of the file. */
export function removeLater(folder: string): void {
  try {
    onTestFinished(() => remove(folder));
  } catch {
    left.add(folder);
  }
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
