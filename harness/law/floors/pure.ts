import { defineFloor } from './floor.ts';

export const pure = defineFloor('pure', {
  'harness/score': {
    does: 'makes of a trajectory all that is said of it: verdict, status, progress, transcript, Result',
    rooms: [
      'harness/contract',
      'harness/digest/digest.ts',
      'harness/patterns/match.ts',
      'harness/result',
      'harness/statistics',
      'harness/task',
      'harness/transcript',
    ],
    vendors: ['zod'],
    pure: true,
  },
  'harness/result': {
    does: 'records of runs, standings; reads results files',
    rooms: [
      'harness/contract/outcome.ts',
      'harness/digest/digest.ts',
      'harness/errors',
      'harness/measures',
      'harness/statistics',
      'harness/transcript/drift.ts',
      'harness/words/clip.ts',
      'results/references.json',
    ],
    vendors: ['zod'],
    builtins: ['node:fs', 'node:path'],
  },
  'harness/result/store': {
    does: 'writes results files, atomically and locked',
    rooms: ['harness/files/write-atomically.ts', 'harness/result'],
    builtins: ['node:crypto', 'node:fs', 'node:os', 'node:path', 'node:timers/promises'],
  },
  'harness/transcript': {
    does: 'records, digests, reads transcripts; redacts',
    rooms: ['harness/digest/digest.ts', 'harness/errors'],
    vendors: ['zod'],
    builtins: ['node:fs/promises', 'node:path'],
  },
  'harness/task': {
    does: 'the Task schema; reads and checks task files',
    rooms: [
      'harness/contract',
      'harness/digest/digest.ts',
      'harness/errors',
      'harness/patterns',
      'harness/words/clip.ts',
    ],
    vendors: ['gray-matter', 'recheck', 'yaml', 'zod'],
    builtins: ['node:fs/promises', 'node:module', 'node:path', 'node:vm'],
  },
  'harness/contract': {
    does: 'assertion schema, judge, `operators/`',
    rooms: ['harness/patterns', 'harness/pictures', 'harness/words/clip.ts'],
    vendors: ['zod'],
    pure: true,
  },
  'harness/measures': {
    does: 'open set: what is measured of an episode, and how it is summed, written and ranked',
    rooms: ['harness/statistics', 'harness/words'],
    pure: true,
  },
  'harness/mutation': {
    does: 'weakens contracts and breaks facts',
    rooms: ['harness/contract', 'harness/digest/digest.ts', 'harness/patterns/match.ts'],
    pure: true,
  },
  'harness/simulation': {
    does: 'how often ranks and steps are right where the truth is known',
    rooms: ['harness/result', 'harness/statistics'],
    vendors: ['zod'],
    pure: true,
  },
  'harness/statistics': { does: 'intervals, tests, permutations', rooms: [], pure: true },
  'harness/patterns': {
    does: 'regular expressions and texts: what they match, and what they nearly match',
    rooms: [],
    pure: true,
  },
  'harness/pictures': { does: 'the perceptual hash of a picture', rooms: [], pure: true },
  'harness/attestation': {
    does: 'whether a signed statement of a workflow says that it measured a run',
    rooms: ['harness/digest/digest.ts'],
    vendors: ['zod'],
    builtins: ['node:crypto'],
  },
  'harness/examples': {
    does: 'a run as the harness writes it, invented: for tests and the demo',
    rooms: ['harness/digest/digest.ts', 'harness/result'],
  },
});
