import { defineFloor } from './floor.ts';

export const ground = defineFloor('ground', {
  'harness/process': {
    does: 'starts a process in a group of its own and ends all of it; the watchdog',
    rooms: [],
    builtins: [
      'node:child_process',
      'node:events',
      'node:fs',
      'node:fs/promises',
      'node:module',
      'node:path',
      'node:readline',
      'node:timers/promises',
      'node:url',
    ],
  },
  'harness/confine': {
    does: 'starts a program in namespaces of its own, where it sees no more than it needs',
    rooms: [
      'harness/errors/user-error.ts',
      'harness/process/start-process.ts',
      'harness/process/switches.ts',
    ],
    builtins: [
      'node:child_process',
      'node:crypto',
      'node:events',
      'node:fs',
      'node:fs/promises',
      'node:net',
      'node:os',
      'node:path',
      'node:timers/promises',
      'node:url',
    ],
  },
  'harness/debug': {
    does: 'tells messages to who looks on, by the names of `DEBUG`; nothing where nobody does',
    rooms: [],
  },
  'harness/digest': { does: 'the digest of a value', rooms: [], builtins: ['node:crypto'], pure: true },
  'harness/git': {
    does: 'the one door to git',
    rooms: ['harness/errors'],
    vendors: ['execa'],
    builtins: ['node:fs/promises', 'node:os', 'node:path'],
  },
  'harness/project': {
    does: 'where the tasks, pages, recordings and results of a caller lie',
    rooms: [],
    builtins: ['node:path'],
  },
  'harness/config': {
    does: 'contract-bench.config.*: finds it, reads it, and makes it a project',
    rooms: [
      'harness/errors',
      'harness/modules',
      'harness/project/project.ts',
      'harness/task/suite-folders.ts',
    ],
    vendors: ['zod'],
    builtins: ['node:fs', 'node:fs/promises', 'node:os', 'node:path'],
  },
  'harness/modules': {
    does: 'imports a file that a user wrote',
    rooms: [],
    builtins: ['node:module', 'node:path', 'node:url'],
    computed: ['harness/modules/import-module.ts'],
  },
  'harness/parts': {
    does: 'what is installed when it is asked for, and whether it is here',
    rooms: ['harness/errors', 'package.json'],
    builtins: ['node:fs', 'node:module'],
  },
  'harness/require-node.mjs': {
    does: 'refuses a Node that is too old, before anything is parsed',
    rooms: [],
    builtins: ['node:fs', 'node:url'],
  },
  'harness/files': {
    does: 'writes a file whole or not at all; who is at work on a file or in a folder',
    rooms: [],
    builtins: ['node:crypto', 'node:fs', 'node:os', 'node:path', 'node:timers/promises'],
  },
  'harness/errors': { does: 'the mistake of a user, in words', rooms: [], vendors: ['zod'], pure: true },
  'harness/words': { does: 'numbers and columns as a terminal shows them', rooms: [], pure: true },
});
