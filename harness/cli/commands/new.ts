import { textOr, word } from '../flags.ts';
import { type CommandGroup, defineCommand } from './command.ts';

const task = defineCommand({
  name: 'task',
  summary: 'write a task file to start from',
  arguments: { id: word('<id>') },
  options: { folder: textOr('.', '<folder>', 'where to write it') },
  run: async ({ id, folder }) => {
    const { newTask } = await import('../../task/new-task.ts');
    const text = await newTask(id, folder);
    return { lines: [text], exitCode: 0, data: { id, file: text.split('\n')[0] } };
  },
});

export const newGroup: CommandGroup = { name: 'new', summary: 'make something new', commands: [task] };
