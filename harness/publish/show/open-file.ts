import { spawn } from 'node:child_process';
import { once } from 'node:events';

const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens a file with the program that this machine opens such files with. False where there is none. */
export async function openFile(file: string): Promise<boolean> {
  const [command = 'xdg-open', ...args] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, file], { detached: true, stdio: 'ignore' });
  try {
    await once(child, 'spawn');
  } catch {
    return false;
  }
  child.unref();
  return true;
}
