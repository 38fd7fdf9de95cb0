import path from 'node:path';
import { on, textOr, word } from '../../platform/flags.ts';
import { shellWord, typedAs } from '../../platform/words/command-line.ts';
import { type CommandGroup, defineCommand } from './command.ts';

const task = defineCommand({
  name: 'task',
  summary: 'write a first version of a task file',
  arguments: { id: word('<id>') },
  options: {
    folder: textOr(
      '.',
      '<folder>',
      'the folder for the task; in the folder of a suite, the task is also added to the suite',
    ),
    host: on(
      'also write the code of a site for its start URL, in TypeScript: <folder>/web/<id>.test/_host.ts',
    ),
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

const suite = defineCommand({
  name: 'suite',
  summary:
    'write a first version of a suite that can be recorded: a task, its reference solution and its site',
  arguments: { id: word('<id>') },
  options: {},
  run: async ({ id }, { project, config }) => {
    const { checkNewId, writeAllNew } = await import('../../task/new-task.ts');
    const { suiteFiles } = await import('../init/starter-files.ts');
    checkNewId('new suite', id);
    const [webRoot = 'tasks/web'] = config.webRoots ?? [];
    const files = Object.fromEntries(
      Object.entries(suiteFiles(id, { webRoot })).map(([file, text]) => [
        path.resolve(project.root, file),
        text,
      ]),
    );
    await writeAllNew('new suite', files);
    const shown = Object.keys(files).map((file) => path.relative('', file));
    return {
      lines: [
        ...shown,
        ...(config.suites ? [`add './tasks/${id}' to the field suites of the configuration`] : []),
        'next:',
        `  ${typedAs} record --suite ${id}`,
        `  ${typedAs} --suite ${id}`,
        `  ${typedAs} new task <id> --folder ${shellWord(path.relative('', path.join(project.root, 'tasks', id)))}`,
        'the command gate requires that every recorded task of the suite passes',
      ],
      exitCode: 0,
      data: { id, files: shown },
    };
  },
});

export const newGroup: CommandGroup = {
  name: 'new',
  summary: 'write a new task or suite',
  commands: [task, suite],
};
