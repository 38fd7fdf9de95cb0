import { defineCommand } from './command.ts';

export const doctor = defineCommand({
  name: 'doctor',
  summary: 'what this machine has of what the harness needs',
  arguments: {},
  options: {},
  run: async (_, { env }) => {
    const { doctor: examine } = await import('../../doctor/doctor.ts');
    const { lines, well, found } = await examine(env);
    return { lines, exitCode: well ? 0 : 2, data: { passed: well, found } };
  },
});
