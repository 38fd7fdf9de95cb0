import { expect, test } from 'vitest';
import { inProject } from '../cli/server-choice.ts';
import { projectAt } from '../platform/project.ts';
import { guestServer } from '../testing/guests/guest-server.ts';
import { describeServer } from './released-server.ts';

test.each(['/home/me/bench', '/home/me/my bench', "/home/me/it's a b"])(
  'the command line of a server of the user does not have the path of the machine: %s',
  (root) => {
    const project = projectAt(root);
    const commandOf = (line: string) => {
      const server = { ...guestServer(), origin: { command: inProject(line, project) } };
      const choice = { server: 'guest', serverCommand: line, serverData: null };
      return describeServer({ choice, server }, '1.0.0', { project, env: {} }).command;
    };
    expect(commandOf('node {project}/server.mjs {endpoint}')).toBe('node {project}/server.mjs {endpoint}');
    expect(commandOf(`node "${root}/server.mjs" {endpoint}`)).toBe('node "{project}/server.mjs" {endpoint}');
  },
);
