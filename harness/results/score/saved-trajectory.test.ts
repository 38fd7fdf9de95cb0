import { expect, test } from 'vitest';
import { savedTrajectory, whyNoCall } from './saved-trajectory.ts';
import { emptyTrajectory, type Trajectory } from './trajectory.ts';

const call = (
  tool: string,
  args: Trajectory['steps'][number]['call']['args'],
): Trajectory['steps'][number] => ({
  call: { tool, args },
  ...{ sent: true, recorded: true, answer: null, page: null, endedAtMs: null },
});
const long = 'x'.repeat(1e6);

test('what is long is cut, and says so', () => {
  const { steps, report, stop } = savedTrajectory({
    ...emptyTrajectory({ stop: 'done', error: long }),
    steps: [call(long, { text: long }), call('open', { url: 'x'.repeat(60_000) })],
    report: { success: true, answer: long, stopReason: long, ended: long },
  });
  expect(steps.map(({ call: { tool, args } }) => [tool.length, JSON.stringify(args).length])).toEqual([
    [2000, 65_550],
    [4, 60_010],
  ]);
  expect(steps[0]?.call.args).toEqual({ json: expect.stringMatching(/^\{"text":"x+…$/) });
  const texts = [stop.error, report?.answer, report?.stopReason, report?.ended];
  expect(texts).toEqual(texts.map(() => `${'x'.repeat(1999)}…`));
});

test('arguments with a field that no schema keeps are kept as their JSON', () => {
  const args = JSON.parse('{"a": {"__proto__": 1}}');
  const { steps } = savedTrajectory({ ...emptyTrajectory({ stop: 'done' }), steps: [call('open', args)] });
  expect(steps[0]?.call.args).toEqual({ json: '{"a":{"__proto__":1}}' });
});

const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);

test.each([
  ['open', { url: 'https://a.test/' }, null],
  ['open', nested(100), null],
  ['open', nested(101), 'the arguments: got more than 100 levels; expected fewer'],
  ['open', nested(200_000), 'the arguments: got more than 100 levels; expected fewer'],
  ['x'.repeat(1000), {}, null],
  ['\ud83d', {}, 'the name of a tool: got half a surrogate pair; expected whole characters'],
  [long, {}, 'the name of a tool: got 1000000 characters; expected at most 1000'],
])('whether a call of %.10s can be sent and kept', (tool, args, why) => {
  expect(whyNoCall(tool, args)).toBe(why);
});
