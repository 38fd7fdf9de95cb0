import { execa } from 'execa';
import { cleanEnv, type ScratchProject } from './scratch-project.ts';

type Ended = { exitCode: number; stdout: string; stderr: string };

/** Hands each of the command lines to the same function that `harness/cli.ts` does, one after the other, in the folder that it is started in. */
const program = `
import './harness/process/provide-disposal.ts';
const { runCommandLine } = await import('./harness/cli/program.ts');
process.setMaxListeners(0);
const write = process.stdout.write.bind(process.stdout);
const ended = [];
for (const words of JSON.parse(process.argv[1])) {
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'])
    process[name].write = (text) => { said[name] += text; return true; };
  process.exitCode = undefined;
  await runCommandLine(words);
  ended.push({ ...said, exitCode: process.exitCode });
}
process.exitCode = 0;
write(JSON.stringify(ended));
`;

/**
 * What each of these command lines ends with, all in one process: what is looked at is the command line, and a process for
 * each would spend its time on starting. For commands that end without playing.
 */
export async function runTogether(
  { folder }: Pick<ScratchProject, 'folder'>,
  commandLines: readonly (readonly string[])[],
  env: Record<string, string> = {},
): Promise<Ended[]> {
  const { stdout } = await execa(
    process.execPath,
    ['--input-type=module', '-e', program, JSON.stringify(commandLines)],
    { cwd: folder, stdin: 'ignore', extendEnv: false, env: { ...cleanEnv(), ...env } },
  );
  const ended: Ended[] = JSON.parse(stdout);
  return ended.map(({ exitCode, ...said }) => ({
    exitCode,
    stdout: said.stdout.trimEnd(),
    stderr: said.stderr.trimEnd(),
  }));
}
