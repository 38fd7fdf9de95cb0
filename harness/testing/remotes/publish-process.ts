import { publish } from '../../publish/push/publish.ts';

/** One publisher as a process of its own: `publish-process.ts <folder> <branch>`; prints what it says. */
const [folder = '', branch = 'main'] = process.argv.slice(2);
const logged: string[] = [];
const { lines, ok } = await publish({ folder, branch, remote: 'origin' }, (line) => logged.push(line));
process.stdout.write(`${JSON.stringify({ lines, tries: logged.length + 1, logged })}\n`);
process.exitCode = ok ? 0 : 1;
