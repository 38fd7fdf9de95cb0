import { UserError } from './user-error.ts';

const words: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the quota of the disk is used up',
  EROFS: 'the disk is read-only',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EEXIST: 'there is a file of that name',
  EFBIG: 'a file may not be that large',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'it is a folder',
  ENOENT: 'it is not there',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many files are open',
  EIO: 'the disk does not answer',
};

/** The error of a disk in words; null for an error of another kind. */
export function diskFault(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return null;
  const why = words[String(error.code)];
  if (why === undefined || error.syscall === 'spawn') return null;
  const place = 'path' in error && typeof error.path === 'string' ? error.path : 'a file';
  return `${place}: cannot ${verbOf(String(error.syscall))}: ${why} (${error.code})`;
}

/** Whether an error of any program, as text, says that the disk is full. Not every error is an object of Node. */
export function namesFullDisk(text: string): boolean {
  return /\b(?:ENOSPC|EDQUOT)\b/.test(text);
}

/** An error of another program on a full disk. It ends the whole command. */
export class FullDisk extends UserError {}

/** The failed action; opening a name is not an attempt to write. */
function verbOf(syscall: string): string {
  if (/^(read|scandir|opendir|stat|lstat|access|readlink)/.test(syscall)) return 'be read';
  if (/^(unlink|rmdir|rm)$/.test(syscall)) return 'be removed';
  return syscall === 'open' || syscall === 'copyfile' ? 'be opened' : 'be written';
}
