import { expect, test } from 'vitest';
import { progressOf, saysStalled } from './progress.ts';
import type { PageState, Step } from './trajectory.ts';

const start: PageState = { url: 'https://a.test/', fingerprint: '1', held: false };

/** What a test changes of a step that went well and led nowhere. */
type Change = {
  tool?: string;
  isError?: boolean;
  args?: Step['call']['args'];
  page?: Partial<PageState>;
  moves?: true;
  stalled?: boolean;
};

function summaryOf(changes: Change[], shortestCalls: number | null = null) {
  let page = start;
  const steps = changes.map(
    ({ tool = 'click', isError = false, args, moves, page: changed, stalled }, index): Step => {
      page = {
        ...page,
        ...changed,
        ...(moves ? { url: `https://a.test/${index}`, fingerprint: `p${index}` } : {}),
      };
      return {
        call: { tool, args: args ?? { index } },
        sent: true,
        recorded: true,
        answer: { kind: 'text', isError, bytes: 1, sha256: '', durationMs: 1 },
        page,
        endedAtMs: 100 * (index + 1),
        ...(stalled === undefined ? {} : { stalled }),
      };
    },
  );
  return progressOf({ start, steps }, shortestCalls);
}

const error = { isError: true };
const moved = { moves: true } as const;

test('three errors in a row are one no-progress episode, however long the row', () => {
  expect(summaryOf([error, error]).noProgressEpisodes).toBe(0);
  expect(summaryOf([error, error, error]).noProgressEpisodes).toBe(1);
  expect(summaryOf([error, error, error, error, error, error]).noProgressEpisodes).toBe(1);
  expect(summaryOf([error, error, moved, error]).noProgressEpisodes).toBe(0);
});

test('three calls of one tool on one URL are one no-progress episode', () => {
  expect(summaryOf([{}, {}]).noProgressEpisodes).toBe(0);
  expect(summaryOf([{}, {}, {}]).noProgressEpisodes).toBe(1);
  expect(summaryOf([{}, {}, {}, {}, {}, {}]).noProgressEpisodes).toBe(1);
});

test('a different call, an error or a new URL ends a run, and another may begin', () => {
  expect(summaryOf([{}, {}, { tool: 'type' }, {}, {}]).noProgressEpisodes).toBe(0);
  expect(summaryOf([{}, {}, {}, { tool: 'type' }, {}, {}, {}]).noProgressEpisodes).toBe(2);
  expect(summaryOf([{}, {}, error, {}, {}]).noProgressEpisodes).toBe(0);
  expect(summaryOf([{}, {}, moved, {}, {}]).noProgressEpisodes).toBe(0);
});

test('where the server says how it goes, only that counts', () => {
  const says = (text: string) => ({ stalled: saysStalled(text) });
  expect(summaryOf([says('progressing'), says(''), says('ok')]).noProgressEpisodes).toBe(0);
  expect(summaryOf([says('status: stalling'), says(''), says('status: stuck')]).noProgressEpisodes).toBe(2);
  expect(summaryOf([says('unstuck')]).noProgressEpisodes).toBe(0);
});

test('an error is recovered by the next call that works and changes the page', () => {
  const { recovery } = summaryOf([error, {}, moved, error, moved]);
  expect(recovery).toEqual({ errors: 2, recovered: 2, medianSteps: 1.5, medianMs: 150 });
});

test('errors in a row are one trouble; the last one may never be recovered', () => {
  expect(summaryOf([error, error, moved, error]).recovery).toMatchObject({
    errors: 2,
    recovered: 1,
    medianSteps: 2,
  });
  expect(summaryOf([{}]).recovery).toEqual({ errors: 0, recovered: 0, medianSteps: null, medianMs: null });
});

test('a page that changed without a new URL is a change', () => {
  expect(summaryOf([error, { page: { fingerprint: '2' } }]).recovery.recovered).toBe(1);
});

test('the same call on the same page within 20 steps is a repeat', () => {
  const same = { args: { on: 'x' } };
  expect(summaryOf([same, same, same]).wandering.repeats).toBe(2);
  expect(summaryOf([{ ...same, page: { fingerprint: '2' } }, same]).wandering.repeats).toBe(0);
  const between = Array.from({ length: 19 }, () => ({}));
  expect(summaryOf([same, ...between, same]).wandering.repeats).toBe(1);
  expect(summaryOf([same, ...between, {}, same]).wandering.repeats).toBe(0);
});

test('a page that could not be read is never the same page', () => {
  const unread = { args: {}, page: { fingerprint: null } };
  expect(summaryOf([unread, unread, unread]).wandering.repeats).toBe(0);
});

test('excess steps count from the shortest passing transcript, where there is one', () => {
  expect(summaryOf([{}, moved, {}], 1).wandering.excessSteps).toBe(2);
  expect(summaryOf([{}], 4).wandering.excessSteps).toBe(0);
  expect(summaryOf([{}]).wandering.excessSteps).toBeNull();
});
