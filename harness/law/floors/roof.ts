import { defineFloor } from './floor.ts';

export const roof = defineFloor('roof', {
  'harness/cli': {
    does: 'the command line: reads flags, prints outcomes and errors, sets the exit code, knows the working directory',
    rooms: [
      'harness/adapters',
      'harness/audit/audit.ts',
      'harness/bench-self',
      'harness/docs',
      'harness/doctor',
      'harness/errors',
      'harness/gate/gate.ts',
      'harness/github',
      'harness/manager/serve.ts',
      'harness/merge/merge.ts',
      'harness/process/switches.ts',
      'harness/process/take-keys.ts',
      'harness/project/project.ts',
      'harness/publish/publish.ts',
      'harness/queue',
      'harness/run',
      'harness/servers/index.ts',
      'harness/skills',
      'harness/task',
      'harness/verify',
      'harness/words/columns.ts',
      'package.json',
    ],
    vendors: ['commander', 'execa'],
    builtins: ['node:fs/promises', 'node:path'],
  },
  'harness/cli.ts': {
    does: 'where the command line begins',
    rooms: ['harness/browser/cache-folder.ts', 'harness/cli/program.ts'],
    builtins: ['node:module', 'node:path'],
  },
  'harness/testing': { does: 'what tests share; nothing else may import it', rooms: [], free: true },
  'harness/stand-ins': {
    does: 'an API of a model that refuses what the real ones refuse; for tests alone',
    rooms: [],
    free: true,
  },
});
