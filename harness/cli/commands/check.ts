import { text } from '../../platform/flags.ts';
import { defineCommand } from './command.ts';

export const check = defineCommand({
  name: 'check',
  summary: 'every task, transcript, result and reference valid',
  arguments: {},
  options: {
    tasks: text('<path>', 'a task file or a folder of them, instead of the suites'),
    webRoot: text('<folder>', 'your own stand-in pages: every task must start on a host that is there'),
    transcripts: text('<folder>', 'a folder of transcripts, instead of transcripts/'),
  },
  run: async (values, { project, folder, log }) => {
    const { checkEverything } = await import('../check/check-files.ts');
    const { checked, mistakes, notes } = await checkEverything({ ...values, project, folder });
    const isValid = mistakes.length === 0;
    if (!isValid) log(mistakes.join('\n'));
    return {
      lines: [...notes, ...(isValid ? [checked] : [])],
      exitCode: isValid ? 0 : 2,
      data: { checked, mistakes, notes },
    };
  },
});
