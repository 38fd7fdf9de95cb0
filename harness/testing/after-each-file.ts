import { afterAll, vi } from 'vitest';
import { doWhatIsLeft } from './remove-later.ts';

// A setup file runs anew for each file of tests. A hook of a module that the files of one worker share is heard once.
afterAll(async () => {
  await doWhatIsLeft();
  // Vitest restores the environment before each test only: what a file does as it is loaded comes earlier.
  vi.unstubAllEnvs();
});
