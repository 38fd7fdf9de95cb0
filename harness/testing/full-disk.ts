import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { folderOf } from './folder-of.ts';

/** A folder for artefacts in which there is no room for facts until there is `room`. */
export async function fullDisk(): Promise<{ out: string; room(): void }> {
  const out = path.join(await folderOf(), 'with room');
  mkdirSync(out);
  const facts = path.join(out, 'facts.jsonl');
  symlinkSync('/dev/full', facts);
  return { out, room: () => rmSync(facts) };
}
