import { on, textOr, word } from '../../platform/flags.ts';
import { type CommandGroup, defineCommand } from './command.ts';

const task = defineCommand({
  name: 'task',
  summary: 'write a task file to start from',
  arguments: { id: word('<id>') },
  options: {
    folder: textOr('.', '<folder>', 'where to write it'),
    host: on('also write a host for its start URL, with types: <folder>/web/<id>.test/_host.ts'),
  },
  run: async ({ id, folder, host }) => {
    const { newTask } = await import('../../task/new-task.ts');
    const {
      lines,
      files: [file, ofHost],
    } = await newTask(id, folder, { withHost: host });
    return { lines, exitCode: 0, data: { id, file, ...(ofHost && { host: ofHost }) } };
  },
});

export const newGroup: CommandGroup = { name: 'new', summary: 'make something new', commands: [task] };
