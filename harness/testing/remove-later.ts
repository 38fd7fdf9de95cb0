import { rmSync } from 'node:fs';
import { onTestFinished, TestRunner } from 'vitest';

type Action = () => void | Promise<void>;

const left: Action[] = [];

/**
 * Does this when its test has finished; called before the tests or in one that runs beside others, after all of the file:
 * which of those calls it is not known.
 */
export function doLater(action: Action): void {
  const test = TestRunner.getCurrentTest();
  if (test === undefined || test.concurrent === true) left.push(action);
  else onTestFinished(action);
}

/** For the hook after the tests of each file, in `after-each-file.ts`. */
export async function doWhatIsLeft(): Promise<void> {
  for (const action of left.splice(0).reverse()) await action();
}

/** Removes a folder when its test has finished; one made before the tests, after all of the file. */
export function removeLater(folder: string): void {
  doLater(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
}
