import { text } from '../../platform/flags.ts';
import { defineCommand } from './command.ts';

export const check = defineCommand({
  name: 'check',
  summary: 'check that every task, transcript, result and reference is valid',
  arguments: {},
  options: {
    tasks: text('<path>', 'a task file or a folder of task files, in place of the suites'),
    webRoot: text(
      '<folder>',
      'your own fixture pages, searched before tasks/web; the start page of every task must then exist',
    ),
    transcripts: text('<folder>', 'a folder of transcripts, in place of transcripts/'),
  },
  run: async (values, { project, folder, env, log }) => {
    const { checkEverything } = await import('../check/check-files.ts');
    const { checked, mistakes, notes } = await checkEverything({ ...values, project, folder, env });
    const isValid = mistakes.length === 0;
    if (!isValid) log(mistakes.join('\n'));
    return {
      lines: [...notes, ...(isValid ? [checked] : [])],
      exitCode: isValid ? 0 : 2,
      data: { checked, mistakes, notes },
    };
  },
});
