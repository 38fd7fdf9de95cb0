import { beforeAll, expect, test } from 'vitest';
import { installedAgent } from '../../testing/installed-agent.ts';
import { startVendor, type Vendor } from '../../testing/model-apis/start-vendor.ts';
import type { Script } from '../../testing/model-apis/wire/script.ts';
import { playAgent } from '../../testing/play-agent.ts';
import { type ScratchProject, scratchProject } from '../../testing/scratch-project.ts';
import { stagehand } from '../clis/stagehand.ts';

type Deed = { role: string; name: string | RegExp; method: string; args?: string[] };

const link = (name: string): Deed => ({ role: 'link', name, method: 'click' });

/**
 * The actions of the model with Stagehand, one per turn. Stagehand's tree names a select and its label differently from
 * a server's.
 */
const deeds: Readonly<Record<string, readonly Deed[]>> = {
  'task-04-rfc-9110-section-9-title': [
    link('https://www.rfc-editor.org/info/rfc9110'),
    link('HTML'),
    link('Methods'),
  ],
  'local-form-submit': [
    { role: 'textbox', name: 'Name', method: 'fill', args: ['Ada Lovelace'] },
    { role: '(?:combobox|select)', name: /Place/, method: 'selectOptionFromDropdown', args: ['Balcony'] },
    { role: 'spinbutton', name: 'Seats', method: 'fill', args: ['2'] },
    { role: 'radio', name: /at the door/, method: 'click' },
    { role: 'button', name: 'Order', method: 'click' },
  ],
};

let project: ScratchProject;
let program = '';

beforeAll(async () => {
  project = await scratchProject({ git: false });
  program = await installedAgent(stagehand);
});

test.each(Object.keys(deeds))('Stagehand plays %s over DevTools, on a strict API', async (task) => {
  if (program === '') return;
  const asked: { vendor?: Vendor } = {};
  await using vendor = await startVendor('anthropic-messages', modelOf(deeds[task] ?? [], asked));
  asked.vendor = vendor;
  const env = { STAGEHAND_BIN: program };
  const played = await playAgent(project, stagehand, vendor, { out: task, flags: ['--task', task], env });
  const { config, episodes, stdout, exitCode } = played;
  expect(episodes.map(({ status, error }) => [status, error])).toEqual([['passed', undefined]]);
  expect(episodes[0]?.steps).toBeGreaterThanOrEqual(deeds[task]?.length ?? 0);
  expect(episodes[0]?.requests).toBe(2 * (deeds[task]?.length ?? 0) + 1);
  expect(episodes[0]?.selfReport).toBe(true);
  expect(config.agent).toMatchObject({ id: 'stagehand', door: 'cdp', confined: true });
  expect(config.server.id).toBe('devtools');
  expect(stdout).toContain(`stagehand ${stagehand.package.version}, interface cdp, sandboxed`);
  expect(exitCode).toBe(0);
});

/**
 * Gives Stagehand's agent the next action. When the agent asks for the element, the model finds it in the given tree.
 */
function modelOf(todo: readonly Deed[], asked: { vendor?: Vendor }): Script {
  return ({ tools, answers }) => {
    const deed = todo[tools.includes('act') ? answers.length : doing];
    if (tools.includes('act')) {
      doing = answers.length;
      if (deed) return { calls: [{ tool: 'act', args: { action: `${deed.method} ${deed.name}` } }] };
      return { calls: [{ tool: 'done', args: { reasoning: 'All is done.', taskComplete: true } }] };
    }
    const tree = promptOf(asked.vendor);
    if (!deed) throw new Error('asked for an element where there is nothing to do');
    const { role, name, method, args = [] } = deed;
    const named = typeof name === 'string' ? `${escaped(name)}$` : `.*${name.source}`;
    const elementId = new RegExp(`^ *\\[(\\d+-\\d+)\\] ${role}: ${named}`, 'm').exec(tree)?.[1];
    if (!elementId) throw new Error(`no ${role} ${name} in ${tree.slice(-3000)}`);
    const action = { elementId, description: `${name}`, method, arguments: args };
    return { text: JSON.stringify({ action, twoStep: false }) };
  };
}

let doing = 0;

function promptOf(vendor: Vendor | undefined): string {
  const body = vendor?.requests.at(-1)?.body as { messages?: { content: { text?: string }[] }[] } | undefined;
  return (
    body?.messages
      ?.at(-1)
      ?.content.map(({ text = '' }) => text)
      .join('\n') ?? ''
  );
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
