import { test } from 'vitest';
import { endManager } from '../ended-manager.ts';

test.each(['SIGINT'] as const)('%s ends the verifiers and saves the run, marked incomplete', endManager);
