import { afterAll } from 'vitest';
import { doWhatIsLeft } from './remove-later.ts';

// A setup file runs anew for each file of tests. A hook of a module that the files of one worker share is heard once.
afterAll(doWhatIsLeft);
