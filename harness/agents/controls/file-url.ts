import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { forgedDocument, wantedOf } from './forging/forge.ts';
import { defineNegativeControl, opening } from './negative-control.ts';

export const fileUrl = defineNegativeControl({
  id: 'file-url',
  summary: 'opens a file with the wanted content',
  moves: async (task, server) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'cb-file-url-'));
    const file = path.join(folder, 'page.html');
    await writeFile(file, forgedDocument(wantedOf(task.success)));
    return [
      { call: opening(server), values: { url: pathToFileURL(file).href } },
      { act: () => rm(folder, { recursive: true }) },
    ];
  },
});
