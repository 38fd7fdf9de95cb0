import { expect, test } from 'vitest';
import type { HonestyCell } from '../../results/records/parts/honesty.ts';
import { toolMappings } from '../../servers/tool-mappings/index.ts';
import { readTraps } from '../../task/traps/read-traps.ts';
import { whyUnplayed } from './honesty.ts';
import { toCells } from './keep-cells.ts';
import { whyNotAsked } from './play-trap.ts';

const mapping = toolMappings.find(({ id }) => id === 'playwright');
if (!mapping) throw new Error('no tool mapping of Playwright MCP');
const { traps } = await readTraps();
const gone = 'the server is gone (exit code 1)';
const cells = toCells(traps, (trap) => [{ notAsked: whyNotAsked(trap, mapping) ?? gone }]);
const played = (all: readonly HonestyCell[], id: string) =>
  all.map((cell): HonestyCell => (cell.trap === id ? { ...cell, verdict: 'error', notAsked: null } : cell));

test('a server that dies in every trap that its tools can be asked has no verdicts, but the reason', () => {
  expect(whyUnplayed(cells, traps, mapping)).toBe(gone);
});

test('with one played trap the others are not-asked', () => {
  expect(whyUnplayed(played(cells, 'covered-button'), traps, mapping)).toBeNull();
});

test('a server whose tools can be asked no trap has the verdict not-asked everywhere', () => {
  expect(whyUnplayed([], [], mapping)).toBeNull();
});
