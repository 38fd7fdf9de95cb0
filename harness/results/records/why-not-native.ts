import { ownOf } from '../../platform/words/known-names.ts';
import type { CapabilityCell } from './capabilities-record.ts';
import { clauseText } from './clause-text.ts';

/** The labels of the verdicts in a terminal and on a page. */
export const verdictWords: Record<CapabilityCell['verdict'], string> = {
  native: 'native',
  script: 'by script',
  cannot: 'cannot',
};

/** Characters of a reason in older records, which cut it without an ellipsis. */
const longestWhy = 300;
const whole = (why: string) => (why.length === longestWhy && !why.endsWith('…') ? `${why}…` : why);

/** Why the server's own tools could not do it: the missing abilities, and the failed attempts. */
export function whyNotNative({ missing, failed }: CapabilityCell): string[] {
  const whys = [
    ...missing.map(({ verb, why, fails }) => {
      const lack = lackWords(why);
      // A reason such as "no tool drags" already names the action.
      const action = /^no (tool|action) /.test(lack) ? '' : `${ownOf(actions, verb) ?? verb}: `;
      return `${action}${lack}${fails === null ? '' : ` (tool ${fails})`}`;
    }),
    ...failed.map(({ way, by, seed, status, tool, why }) => {
      const how = by === 'script' ? 'by script' : 'with its own tools';
      const last = tool === null ? '' : ` The last tool was ${tool}.`;
      return `Solution path ${way} ${how} did not pass on seed ${seed} (status: ${status.replaceAll('_', ' ')}).${last} Reason: ${attemptWords(whole(why))}`;
    }),
  ];
  return whys.length > 0 ? [...new Set(whys)] : ['no solution path can be played with its own tools'];
}

/** The verbs of reference solutions as text. */
const actions: Record<string, string> = {
  click: 'a click',
  fill: 'filling a field',
  hover: 'pointing at an element',
  wait: 'waiting',
  byName: 'acting on an element by its name',
  clickAt: 'clicking at a point',
  closeTab: 'closing a tab',
  dialog: 'answering a dialog',
  doubleClick: 'a double click',
  drag: 'dragging an element',
  frame: 'working in a frame',
  hold: 'a click while a key is held',
  press: 'pressing a key',
  pressHold: 'holding the mouse button down',
  print: 'showing the print view',
  read: 'reading the page',
  readText: 'reading the text of the page',
  rightClick: 'a right click',
  scroll: 'scrolling',
  seek: 'pressing a key until an element appears',
  tab: 'going to another tab',
  upload: 'choosing a file to upload',
};

/** Stored reasons whose short wording is hard to read, by their start. */
const lacks: Record<string, string> = {
  'it acts on what its snapshot names': 'its tools act only on elements that its snapshot lists',
  'its click takes the number of an element that it listed':
    'its click tool needs the number of a listed element',
  'what it finds by name it finds in the page alone':
    'its search by name covers only the main page, without frames',
  'what stands in a frame it names by its snapshot':
    'it can refer to an element in a frame only through its snapshot',
  'what stands in a frame it names by its tree of the document':
    'it can refer to an element in a frame only through its tree of the document',
  'no tool closes a tab but with the browser': 'a tab can be closed only together with the browser',
  'no tool goes to a tab but with the click that opens it':
    'it changes the tab only with the click that opens the new tab',
  'its tool says that it accepted a dialog':
    'its tool reports an accepted dialog, but the page gets a dismissed one',
  'its click is one click': 'its click tool makes only single clicks',
  'its click takes no other button': 'its click tool has only the left button',
  'its click takes no key': 'its click tool cannot hold a key',
  'the keys that it presses down are none of its clicks':
    'keys that it holds down do not apply to its clicks',
  'no tool goes into a frame; two act in one': 'no tool reads a frame, but two tools act in one',
  'its emulation has no print': 'its emulation of media does not include print',
  'its media are dark and light alone':
    'its emulation of media covers only the dark and light colour schemes',
  'no tool emulates print': 'no tool emulates print media',
  'no tool gives the text as it stands on the page': 'no tool returns the text exactly as the page shows it',
  'no tool gives the text of a page': 'no tool returns the text of a page',
};

/** A stored reason for a missing ability, for readers. */
export function lackWords(why: string): string {
  return Object.entries(lacks).find(([start]) => why.startsWith(start))?.[1] ?? why;
}

/** A stored reason of a failed attempt, for readers. */
function attemptWords(why: string): string {
  return clauseText(why)
    .replace(/: wanted exactly th(is change|ese \d+ changes) on /, ': wanted exactly the listed changes on ')
    .replace(
      /: wanted (.*?); observed (missing|unexpected): /,
      (_, wanted, kind) => `: expected ${wanted}. ${kind === 'missing' ? 'Missing' : 'Unexpected'}: `,
    )
    .replace(/: wanted (.*?); observed /, ': expected $1. Observed: ')
    .replace(/; unexpected: row /, '. Unexpected: row ')
    .replace(/; server errors /, '. Server errors: ')
    .replace(/^step (\d+) \((\w+)\): /, (_, step, verb) => `step ${step} (${ownOf(actions, verb) ?? verb}): `)
    .replace(
      /\bfound none; offered were none of that role$/,
      'not found; the reading of the server has no element of that role',
    )
    .replace(/\bfound none; offered were /, 'not found; the reading of the server has ')
    .replace(/\bfound (\d+); offered were /, '$1 elements match: ')
    .replace(
      /\bis nowhere in the (text of the )?page$/,
      'does not occur in what the server read of the $1page',
    )
    .replace(
      /: the server gives it no name to act on$/,
      ': the server gives the element no reference to act on',
    )
    .replace(/: the server answered: /, ': answer of the server: ');
}
