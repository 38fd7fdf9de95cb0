import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { thisProject } from '../harness/cli/this-project.ts';
import { toolMappings } from '../harness/servers/tool-mappings/index.ts';

/** Servers with transcripts. Other servers have only reference solutions. */
const recorded = toolMappings.filter(({ id }) => existsSync(path.join(thisProject.transcripts, id)));

/** `/servers/` promises this, so that a server's numbers do not depend on how its calls were written. */
test.each(recorded)('no recording of $id acts on a page before it has read one', ({ id, read, verbs }) => {
  const said = [
    'say' in verbs.open ? verbs.open.say({ url: 'https://example.com/', page: null }) : [],
    'say' in verbs.wait ? verbs.wait.say({ text: 'there', page: null }) : [],
  ].flat();
  const harmless = said.map(({ tool }) => tool);
  const reading = read(null).tool;
  const folder = path.join(thisProject.transcripts, id);
  const recordings = readdirSync(folder).filter((file) => file.endsWith('.jsonl'));
  expect(recordings.length).toBeGreaterThan(30);
  const early = recordings.flatMap((file) => {
    const calls = readFileSync(path.join(folder, file), 'utf8')
      .trim()
      .split('\n')
      .map((line): { kind: string; tool: string } => JSON.parse(line))
      .filter(({ kind }) => kind === 'tool_call');
    const first = calls.findIndex(({ tool }) => tool === reading);
    const before = first === -1 ? calls : calls.slice(0, first);
    return before.filter(({ tool }) => !harmless.includes(tool)).map(({ tool }) => `${file}: ${tool}`);
  });
  expect(early).toEqual([]);
});
