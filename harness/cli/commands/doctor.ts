import { defineCommand } from './command.ts';

export const doctor = defineCommand({
  name: 'doctor',
  summary: 'check whether this machine has the programs that the harness needs',
  arguments: {},
  options: {},
  run: async (_, { env }) => {
    const { doctor: examine } = await import('../doctor/doctor.ts');
    const { lines, ok, found } = await examine(env);
    return { lines, exitCode: ok ? 0 : 2, data: { passed: ok, found } };
  },
});
