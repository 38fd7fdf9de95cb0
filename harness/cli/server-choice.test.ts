import { expect, test } from 'vitest';
import { projectAt } from '../platform/project.ts';
import { serverChoice, serverChoices } from './server-choice.ts';

test('a command line names the folder of the project, in a configuration and on the command line', () => {
  const command = 'node {project}/server.js --cdp {endpoint}';
  const context = { project: projectAt('/a b'), config: { servers: [{ id: 'mine', command }] } };
  const filled = "node '/a b'/server.js --cdp {endpoint}";
  expect(serverChoices(['mine'], context)).toMatchObject([{ server: 'mine', serverCommand: filled }]);
  const typed = { server: 'playwright', serverCommand: command, serverId: 'typed' };
  expect(serverChoice(typed, context)).toMatchObject({ server: 'typed', serverCommand: filled });
});
