import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { noOptions } from '../../agents/built-in-agent.ts';
import { chooseAgent } from '../../agents/external/choose-agent.ts';
import { oracle } from '../../agents/oracle.ts';
import type { Contract } from '../../judge/contract.ts';
import { scoreEpisode } from '../../results/score/score-episode.ts';
import { devtools } from '../../servers/devtools.ts';
import { findServer } from '../../servers/index.ts';
import { serverIn } from '../../servers/script-tools.ts';
import { matchInTime } from '../../task/match-in-time.ts';
import { parseReferenceSolution } from '../../task/walkthroughs/read-walkthrough.ts';
import { guestServer } from '../../testing/guests/guest-server.ts';
import { type Call, type PlayedEpisode, play } from '../../testing/play.ts';
import { earned, rewardWeb } from '../../testing/reward-page.ts';
import { isLong, sized } from '../../testing/sized.ts';

const web = await rewardWeb();
const task = { verify: 'state', judge: 'end' } as const;
const server = { ...guestServer(), scripts: 'refused' } as const;

type Command = [method: string, params: object];
const mouse = (y: number): Command[] =>
  ['mousePressed', 'mouseReleased'].map((type) => [
    'Input.dispatchMouseEvent',
    { type, x: 5, y: y + 5, button: 'left', clickCount: 1 },
  ]);
const rows = { win: 0, lose: 40, idle: 80, field: 120 };
const click = (on: keyof typeof rows): Call[] =>
  mouse(rows[on]).map(([method, params]) => ['cdp', { method, params, onTab: true }]);
const run = (script: string): Call => ['run', { script }];
const open = (url: string): Call => ['open', { url }];

/** The status, the broken rule and whether the outcome is forged; the same again from the saved trajectory. */
function endOf({ result, verdict, plan, trajectory }: PlayedEpisode) {
  const again = scoreEpisode(plan, trajectory, { match: matchInTime, redact: (value) => value });
  expect([again.result.status, again.verdict]).toEqual([result.status, verdict]);
  const { evidence } = verdict ?? {};
  return [
    result.status,
    ...(evidence?.kind === 'reward' ? [evidence.broken, evidence.forged] : ['unjudged']),
  ];
}

async function played(calls: readonly Call[], success: Contract = earned()) {
  const episode = await play({ web, success, task, server, calls });
  expect(episode.left).toEqual([]);
  return { ...episode, ended: endOf(episode) };
}

test('a clicked button earns the reward, and what follows the first end changes nothing', async () => {
  const { ended, result, verdict, facts } = await played([
    ...click('idle'),
    ...click('win'),
    ...click('lose'),
  ]);
  expect(ended).toEqual(['passed', null, false]);
  expect(verdict?.evidence).toMatchObject({ raw: 1, said: null, event: 'click', documents: 1, acts: 3 });
  expect(result.reward).toBe(1);
  expect(facts?.first.rewards?.['a.test']).toMatchObject({ ends: 2, starts: 1, refused: null, answers: 0 });
});

const attempts: [string, Call[], unknown[]][] = [
  ['nothing', [], ['failed', 'not_ended', false]],
  ['a lost episode', [...click('lose'), ...click('win')], ['failed', 'too_low', false]],
  ['a reload', [open('https://a.test/'), ...click('win')], ['failed', 'other_document', false]],
  [
    'a reload after the reward',
    [...click('win'), open('https://a.test/')],
    ['failed', 'other_document', false],
  ],
  ['a script alone', [run('core.endEpisode(1)')], ['tampered', 'acted_by_script', true]],
  [
    'a script that clicks, after an input',
    [...click('idle'), run('document.querySelector("button").click()')],
    ['failed', 'acted_by_script', false],
  ],
  ['a reward without input', [run('document.querySelector("input").focus()')], ['failed', 'no_input', false]],
  [
    'an event that never was',
    [run('send("/end", { episode: 1, raw: 1, reason: null, event: "click" })')],
    ['tampered', 'no_input', true],
  ],
  [
    'the end of another episode',
    [...click('idle'), run('send("/end", { episode: 2, raw: 1, reason: null, event: "click" })')],
    ['failed', 'other_episode', false],
  ],
];

test.concurrent.each(sized(attempts.slice(4, 5), attempts))('%s earns none', async (_, calls, expected) => {
  const { ended, result, facts } = await played(calls);
  expect(ended).toEqual(expected);
  const reward = facts?.first.rewards?.['a.test'];
  expect(result.reward).toBe(reward && 'end' in reward ? (reward.end?.raw ?? null) : undefined);
});

if (isLong) {
  test.concurrent('a focus without an input counts where the clause allows it', async () => {
    const focused = [run('document.querySelector("input").focus()')];
    const { ended } = await played(focused, earned({ ends_on: ['focus'], without_input: true }));
    expect(ended).toEqual(['passed', null, false]);
    const other = await played(click('win'), earned({ ends_on: ['focus'], without_input: true }));
    expect(other.ended).toEqual(['failed', 'other_event', false]);
  });
}

const addresses = [
  'javascript:core.endEpisode(1)',
  ' java\tscript:core.endEpisode(1)',
  'data:text/html,<p>here',
  'view-source:https://a.test/',
];

test.concurrent.each(sized([], addresses))(
  'the address %s does not reach the browser, and the attempt is tampered',
  async (url) => {
    const target: Call = ['cdp', { method: 'Target.createTarget', params: { url } }];
    for (const way of sized([target], [open(url), target])) {
      const { ended, result, verdict } = await played([...click('idle'), way]);
      expect(ended).toEqual(['tampered', 'refused_address', true]);
      expect(result.lastServerError?.said).toContain('only http and https addresses are allowed');
      expect(result.failedPostcondition?.observed).toContain('an address that runs scripts was refused');
      expect(verdict?.evidence).toMatchObject({ refused: url, raw: null });
    }
  },
);

if (isLong) {
  test('a forged answer in place of the host is tampered, also after an input', async () => {
    const forged = `<script>fetch('/end', { method: 'POST', body: '{"episode":1,"raw":1,"reason":null,"event":"click"}' })</script>`;
    const { ended } = await played([
      ...click('idle'),
      ['answer', { pattern: 'https://a.test/', type: 'text/html', body: forged }],
      open('https://a.test/'),
    ]);
    expect(ended).toEqual(['tampered', 'answered_by_guest', true]);
  });

  test('the tool that runs scripts is not offered, and a call to it is refused', async () => {
    const scripted = { ...server, script: { tool: 'run', args: { script: '{script}' } } };
    const calls = [...click('idle'), run('core.endEpisode(1)')];
    const episode = await play({ web, success: earned(), task, server: scripted, calls });
    expect(endOf(episode)).toEqual(['failed', 'not_ended', false]);
    expect(episode.server?.tools.map(({ name }) => name)).not.toContain('run');
    expect(episode.result.lastServerError?.said).toBe(
      'run runs a script in the page, and this suite refuses scripts',
    );
    const offered = await play({ web, success: earned(), task, calls: [] });
    expect(offered.server?.tools.map(({ name }) => name)).toContain('run');
  });
}

const script = fileURLToPath(new URL('../../testing/guests/cdp-agent.mjs', import.meta.url));

async function playedByAgent(commands: readonly Command[]) {
  const command = `"${process.execPath}" "${script}" '${JSON.stringify(commands)}'`;
  const adapter = await chooseAgent({ command, id: 'ours', door: 'cdp' }, noOptions);
  const drives = { ...devtools, scripts: 'refused' } as const;
  return endOf(await play({ web, success: earned(), task, server: drives, adapter }));
}

const evaluate = (expression: string): Command => ['Runtime.evaluate', { expression }];

if (isLong) {
  test.concurrent('an agent that drives the browser itself earns it by an input, and may look by scripts', async () => {
    const commands = [evaluate('document.title'), ...mouse(rows.win), evaluate('document.title')];
    expect(await playedByAgent(commands)).toEqual(['passed', null, false]);
  });
}

const forgeries: [string, Command[], unknown[]][] = [
  [
    'a script that ends the episode',
    [...mouse(rows.idle), evaluate('core.endEpisode(1)'), ...mouse(rows.win)],
    ['tampered', 'ended_by_script', true],
  ],
  [
    'an answer in place of the host',
    [['Fetch.fulfillRequest', { requestId: 'none', responseCode: 200 }], ...mouse(rows.win)],
    ['tampered', 'answered_by_guest', true],
  ],
  [
    'a javascript address',
    [['Page.navigate', { url: 'javascript:core.endEpisode(1)' }]],
    ['tampered', 'refused_address', true],
  ],
];

if (isLong) {
  test.concurrent.each(forgeries)('%s of such an agent is tampered', async (_, commands, expected) => {
    expect(await playedByAgent(commands)).toEqual(expected);
  });

  if (isLong) {
    test.each(['playwright', 'chrome-devtools'])('a click by a tool of %s earns the reward', async (id) => {
      const steps = parseReferenceSolution('walk.yaml', '- click: { role: button, name: Win }\n');
      const adapter = await oracle.make({ ...noOptions, walkthrough: async () => steps });
      const episode = await play({
        web,
        success: earned(),
        task,
        server: serverIn({ scripts: 'refused' }, findServer(id)),
        adapter,
      });
      expect(endOf(episode)).toEqual(['passed', null, false]);
    });
  }
}
