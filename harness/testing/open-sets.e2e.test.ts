import { beforeAll, expect, test } from 'vitest';
import { addNewMembers } from './new-members.ts';
import { type ScratchProject, scratchProject } from './scratch-project.ts';

let project: ScratchProject;

beforeAll(async () => {
  project = await scratchProject({ git: false });
  await addNewMembers(project.folder);
});

test('a new control is listed', async () => {
  expect((await project.harness(['list', 'adapters'])).stdout).toMatch(/^shy +dares nothing$/m);
});

test('a new server is listed', async () => {
  expect((await project.harness(['list', 'servers'])).stdout).toMatch(/^mine +My server /m);
});

test('a new suite is listed', async () => {
  expect((await project.harness(['list', 'tasks'])).stdout).toMatch(/^extra +hello-h1 /m);
});

test('a new reporter is listed', async () => {
  expect((await project.harness(['list', 'reporters'])).stdout).toMatch(/^shout +says it aloud$/m);
});
