import { CommandProcess, type Ended } from './command-process.ts';
import { cleanEnv, type ScratchProject } from './scratch-project.ts';

/** What each of these command lines ends with, one after the other in one process with this environment. */
export async function runTogether(
  { folder }: Pick<ScratchProject, 'folder'>,
  commandLines: readonly (readonly string[])[],
  env: Record<string, string> = {},
): Promise<Ended[]> {
  const commands = new CommandProcess(folder, { ...cleanEnv(), ...env });
  const ended: Ended[] = [];
  try {
    for (const words of commandLines) ended.push(await commands.run(words));
    return ended;
  } finally {
    await commands.end();
  }
}
