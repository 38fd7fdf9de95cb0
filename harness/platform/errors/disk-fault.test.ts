import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { appendTo, writeTo } from '../files/write-file.ts';
import { diskFault, namesFullDisk } from './disk-fault.ts';

function thrownBy(action: () => void): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return null;
}

test.for([
  [
    () => mkdirSync('/dev/null/events'),
    '/dev/null/events: cannot be written: a part of the path is not a folder (ENOTDIR)',
  ],
  [() => writeFileSync('/dev/full', 'x'), 'a file: cannot be written: no space is left on the disk (ENOSPC)'],
  [() => writeTo('/dev/full', 'x'), '/dev/full: cannot be written: no space is left on the disk (ENOSPC)'],
  [() => appendTo('/dev/full', 'x'), '/dev/full: cannot be written: no space is left on the disk (ENOSPC)'],
  [() => readFileSync('/'), 'a file: cannot be read: it is a folder (EISDIR)'],
  [() => readFileSync('/nowhere/x'), '/nowhere/x: cannot be opened: it is not there (ENOENT)'],
] as const)('a fault of the disk is told in words %#', ([action, said]) => {
  expect(diskFault(thrownBy(action))).toBe(said);
});

test('what is no fault of a disk is none', () => {
  expect([diskFault(new Error('x')), diskFault(null), diskFault(thrownBy(() => JSON.parse('{')))]).toEqual([
    null,
    null,
    null,
  ]);
});

test.for([
  ['the server is gone; its last words: Error: ENOSPC: no space left on device, write', true],
  ['EDQUOT: disk quota exceeded', true],
  ["EACCES: permission denied, open '/x.png'", false],
  ['MENOSPCE', false],
] as const)('a text names a full disk or not: %s', ([text, isFull]) => {
  expect(namesFullDisk(text)).toBe(isFull);
});
