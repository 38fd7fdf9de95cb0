import { publish } from '../publish/publish.ts';

/** One publisher as a process of its own: `publish-process.ts <folder> <branch>`; prints what it says. */
const [folder = '', branch = 'main'] = process.argv.slice(2);
const told: string[] = [];
const { lines, well } = await publish({ folder, branch, remote: 'origin' }, (line) => told.push(line));
process.stdout.write(`${JSON.stringify({ lines, tries: told.length + 1, told })}\n`);
process.exitCode = well ? 0 : 1;
