import { defineFloor } from './floor.ts';

export const play = defineFloor('play', {
  'harness/run': {
    does: 'plans, plays, resumes, shards and reports runs',
    rooms: [
      'harness/adapters',
      'harness/browser',
      'harness/contract',
      'harness/digest/digest.ts',
      'harness/episode',
      'harness/errors',
      'harness/git/checkout.ts',
      'harness/github/annotation.ts',
      'harness/measures',
      'harness/process/switches.ts',
      'harness/project/project.ts',
      'harness/result',
      'harness/result/store/save-run.ts',
      'harness/score',
      'harness/servers',
      'harness/task',
      'harness/transcript',
      'harness/web',
      'harness/words/columns.ts',
      'package.json',
    ],
    builtins: ['node:crypto', 'node:fs', 'node:fs/promises', 'node:os', 'node:path', 'node:util'],
  },
  'harness/episode': {
    does: 'plays one attempt in a fresh browser',
    rooms: [
      'harness/adapters',
      'harness/browser',
      'harness/contract',
      'harness/result',
      'harness/score',
      'harness/servers',
      'harness/task',
      'harness/transcript',
      'harness/web/open-web.ts',
    ],
  },
});
