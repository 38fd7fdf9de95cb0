import { beforeAll, expect, test } from 'vitest';
import { keyFoundIn } from '../key-found.ts';
import { type ScratchProject, scratchProject } from '../scratch-project.ts';

let project: ScratchProject;

beforeAll(async () => {
  project = await scratchProject({ git: false });
});

test('a server without namespaces finds a key that came by a variable, and the row says that it was not confined', async () => {
  expect(await keyFoundIn(project, 'variable', false)).toEqual({
    looked: true,
    found: ['environ'],
    confined: false,
  });
});

test('a key from a file is in no environment and no command line that even such a server finds', async () => {
  expect(await keyFoundIn(project, 'file', false)).toEqual({ looked: true, found: [], confined: false });
});
