import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openRuns } from '../../../site/history/commits.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { projectAt } from '../../platform/project.ts';
import { readSiteHistory } from '../../publish/board/read-site-history.ts';
import { resultsHere } from '../../publish/gate/find-runs.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { forgedProject } from '../../testing/remotes/forged-project.ts';
import { sized } from '../../testing/sized.ts';
import { historyIndex, readResultsFile } from '../records/read-history.ts';
import { standingsOf } from '../standings/standings.ts';
import { mulberry32 } from '../statistics/statistics.ts';
import { type Holder, holdResults } from './against-git/hold-results.ts';
import { fileContradictions } from './run-contradictions.ts';

/** What no reader of JSON expects in the place of another token. */
const oddTokens = [
  ...[
    'null',
    'true',
    '{}',
    '[]',
    '[[[]]]',
    '""',
    '-1',
    '0',
    '0.5',
    '1e308',
    '1e999',
    '9007199254740993',
    '5e-324',
  ],
  ...[
    'NaN',
    '"\\n::error::x"',
    '"\\u0000"',
    '"\\u001b[2J"',
    '"\\ud800"',
    '"__proto__"',
    '"constructor"',
    '"x\\ny"',
  ],
  ...[
    '"2026-02-30T00:00:00Z"',
    '"9999-12-31T23:59:59Z"',
    '"0000-01-01T00:00:00Z"',
    '"/etc/passwd"',
    '"passed"',
  ],
  ...[
    '"__proto__":',
    '"x\\ny":1,',
    '"toString":{},',
    `"${'x'.repeat(5000)}"`,
    `${'['.repeat(2000)}`,
    '\n',
    '"',
  ],
];
const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:]/g;

/** One to three changes of a JSON text; the same for the same `random`, which draws from [0, 1). */
function mutateText(text: string, random: () => number): string {
  let mutated = text;
  for (let left = below(random, 3); left >= 0; left -= 1) mutated = changeOnce(mutated, random);
  return mutated;
}

function changeOnce(text: string, random: () => number): string {
  const changes = [changeToken, changeToken, changeToken, changeCharacter, changeSlice];
  return pick(random, changes)?.(text, random) ?? text;
}

/** Replaces, removes or doubles a token. */
function changeToken(text: string, random: () => number): string {
  const found = pick(random, [...text.matchAll(token)]);
  if (!found) return text;
  const [old] = found;
  const odd = pick(random, oddTokens) ?? '';
  const now = pick(random, [odd, odd, odd, '', old + old, odd + old]) ?? '';
  return splice(text, found.index, old.length, now);
}

function changeCharacter(text: string, random: () => number): string {
  return splice(text, below(random, text.length), below(random, 2), String.fromCharCode(below(random, 256)));
}

/** Cuts the text, or removes or doubles a part of it. */
function changeSlice(text: string, random: () => number): string {
  const from = below(random, text.length);
  const length = below(random, 200);
  const now = pick(random, ['', text.slice(from, from + length).repeat(2)]) ?? '';
  return random() < 0.1 ? text.slice(0, from) : splice(text, from, length, now);
}

function splice(text: string, at: number, length: number, now: string): string {
  return text.slice(0, at) + now + text.slice(at + length);
}

function below(random: () => number, limit: number): number {
  return Math.floor(random() * limit);
}

function pick<T>(random: () => number, of: readonly T[]): T | undefined {
  return of[below(random, of.length)];
}

type ReadMutation = { refused: boolean; mistakes: string[] };

/**
 * Writes a text in the place of a results file, hands it to everything that reads one, and says what of their answers
 * is no message: a fault without the file's name, one of several lines, a stack, another error than that of a results file.
 */
function readMutation(root: string, sha: string, text: string, holder: Holder): ReadMutation {
  const results = path.join(root, 'results');
  const file = path.join(results, `${sha}.json`);
  writeFileSync(file, text);
  const mistakes: string[] = [];
  const judge = (who: string, read: () => string[]) => {
    try {
      const reasons = said(read).flatMap((line) => whyNoMessage(file, line));
      mistakes.push(...reasons.map((why) => `${who}: ${why}`));
    } catch (error) {
      mistakes.push(`${who}: ${error instanceof Error ? error.stack : error}`);
    }
  };
  const named = (faults: string[]) => faults.map((fault) => `${file}: ${fault}`);
  let refused = true;
  judge('check', () => {
    const content = readResultsFile(file);
    const faults = fileContradictions(content);
    refused = faults.length > 0;
    standingsOf([content], unknownOrigin);
    for (const run of content.runs) holder.hasOwnRecordings(content, run);
    return named([...faults, ...holder.faultsOf(file, content)]);
  });
  judge('gate', () =>
    resultsHere(root, path.relative(root, file)).failures.map((each) => `${root}/${each.file}: ${each.what}`),
  );
  const origins = { ...holder, gone: [], originOf: unknownOrigin };
  const quietly: [string, () => unknown][] = [
    ['historyIndex', () => historyIndex(results)],
    ['site', () => readSiteHistory(results, origins)],
    ['pages', () => openRuns(results)],
  ];
  for (const [who, read] of quietly)
    judge(who, () => {
      read();
      return [];
    });
  return { refused, mistakes };
}

const unknownOrigin = () => ({ attested: false, ownRecordings: null });

/** The lines of a fault, or those that are returned. */
function said(read: () => string[]): string[] {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.message.split('\n');
  }
}

function whyNoMessage(file: string, line: string): string[] {
  if (!line.startsWith(`${file}: `))
    return [`a message without the name of the file: ${JSON.stringify(line)}`];
  if (/\p{Cc}/u.test(line))
    return [`a message of several lines, or with control characters: ${JSON.stringify(line)}`];
  return [];
}

const firstSchema = 'results/8a414ceff47a54c6592e8f1b9e44b29438ddea90.json';

/**
 * Hands as many mutations of genuine results files to all that reads one: nine of ten of today's schema in a checkout
 * that knows their commit, one of the first schema. `mistakes` are at most the first ten, each with its seed.
 */
async function mutationsRead(count: number) {
  const { old, recent, copy } = await forgedProject();
  const today = { root: await copy(), sha: recent };
  rmSync(path.join(today.root, 'results', `${old}.json`));
  const first = {
    root: await folderOf({ [firstSchema]: readFileSync(firstSchema) }),
    sha: path.basename(firstSchema, '.json'),
  };
  const targets = await Promise.all([today, first].map(openTarget));
  const mistakes: string[] = [];
  let refused = 0;
  for (let seed = 0; seed < count && mistakes.length < 10; seed += 1) {
    const target = targets[seed % 10 === 9 ? 1 : 0];
    if (!target) throw new Error('there are two targets');
    const text = mutateText(target.text, mulberry32(seed));
    const read = readMutation(target.root, target.sha, text, target.holder);
    mistakes.push(...read.mistakes.map((mistake) => `seed ${seed}: ${mistake}`));
    if (read.refused) refused += 1;
  }
  return { refused, mistakes };
}

async function openTarget({ root, sha }: { root: string; sha: string }) {
  const project = projectAt(root);
  const text = readFileSync(path.join(project.results, `${sha}.json`), 'utf8');
  const holder = await holdResults({ project, shas: [sha], nowMs: Date.now() });
  return { root, sha, text, holder };
}

const count = sized(100, 100_000);

test(`${count} mutations of genuine results files: every reader names the file, on one line, and none throws`, async () => {
  const { refused, mistakes } = await mutationsRead(count);
  expect(mistakes).toEqual([]);
  expect(refused).toBeGreaterThan(count / 2);
  expect(refused).toBeLessThan(count);
});
