import path from 'node:path';
import { on, textOr, word } from '../../platform/flags.ts';
import { shellWord, typedAs } from '../../platform/words/command-line.ts';
import { type CommandGroup, defineCommand } from './command.ts';

const task = defineCommand({
  name: 'task',
  summary: 'write a task file to start from',
  arguments: { id: word('<id>') },
  options: {
    folder: textOr('.', '<folder>', 'where to write it; in that of a suite, the suite names it'),
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

const suite = defineCommand({
  name: 'suite',
  summary: 'write a suite to start from: a task, its solution and a site of its own, ready to be recorded',
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
        ...(config.suites ? [`add './tasks/${id}' to suites of the configuration`] : []),
        'then:',
        `  ${typedAs} record --suite ${id}`,
        `  ${typedAs} --suite ${id}`,
        `  ${typedAs} new task <id> --folder ${shellWord(path.relative('', path.join(project.root, 'tasks', id)))}`,
        'gate asks for every task of it that has a recording',
      ],
      exitCode: 0,
      data: { id, files: shown },
    };
  },
});

export const newGroup: CommandGroup = {
  name: 'new',
  summary: 'make something new',
  commands: [task, suite],
};
