import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { findTranscript } from '../../task/transcripts/transcript-files.ts';
import {
  CannotAttack,
  defineNegativeControl,
  type NegativeControlMove,
  opening,
} from './negative-control.ts';
import { elsewhereOn, lacksScript, scriptOf, wantedUrl } from './spoof.ts';

/** Reads the address and the text of a page, also of a source view. */
const reading = `() => location.href + ' ' + document.documentElement.textContent`;

export const file = defineNegativeControl({
  id: 'file',
  summary:
    'opens the file with the recording of the task in the browser, then opens the final page that the recording names',
  lacks: lacksScript,
  moves: async (task, server, { transcripts }) => {
    const transcript = await findTranscript(transcripts, server.id, task.id);
    if (!transcript) throw new Error(`no transcript of ${task.id} on ${server.id} to read`);
    const url = pathToFileURL(path.resolve(transcript)).href;
    // A page that does not open leaves a server without a tab, so a page of the web comes first.
    const elsewhere = elsewhereOn(await wantedUrl(task, server, transcripts));
    const before =
      task.startUrl === 'about:blank' ? [{ call: opening(server), values: { url: elsewhere } }] : [];
    const attempts = [url, `view-source:${url}`].flatMap((each): NegativeControlMove[] => [
      { call: opening(server), values: { url: each } },
      { call: scriptOf(server), values: { script: reading } },
    ]);
    return [
      ...before,
      ...attempts,
      {
        given: (answers) => {
          // The tool may escape the quotes of the file once more.
          const [, found] = /finalUrl\\*":\s*\\*"([^"\\]+)/.exec(answers.join('\n')) ?? [];
          if (found) return [{ call: opening(server), values: { url: found } }];
          if (!wasAsked(answers))
            throw new CannotAttack(`the server does not open files: ${answers.at(1)?.slice(0, 120)}`);
          return [];
        },
      },
    ];
  },
});

/** Whether the browser got a request for the file and refused it; the answers after the opening call come in pairs. */
function wasAsked([, ...answers]: readonly string[]): boolean {
  return answers.some((answer, index) =>
    index % 2 === 0 ? answer.includes('net::ERR_') : /chrome-error:|file:\/\/\//.test(answer),
  );
}
