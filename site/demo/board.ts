import { type Contender, model, servers } from './contenders.ts';

const names = ['aster', 'birch', 'cedar', 'dahlia', 'elder', 'fern', 'gorse', 'heather'];
const hosts = Object.values(servers);

/** Floor and ceiling of a board, then `rows` agents: models in our loop on three servers, and every fifth an agent of its own. */
export function boardContenders(rows: number): Contender[] {
  return [...frames, ...Array.from({ length: rows }, (_, place) => agentOf(place, rows))];
}

/** From good to weak; the dear ones are mostly the good ones. */
function agentOf(place: number, rows: number): Contender {
  const share = rows === 1 ? 0 : place / (rows - 1);
  const name = `example-${names[place % names.length]}-${Math.floor(place / names.length) + 1}`;
  const usdPerStep = 0.009 * Math.exp(-3 * share) * (place % 3 === 1 ? 2.5 : 1);
  const pace = { skill: 2.2 - 4 * share, gain: 0.4, msPerStep: 1200 + 900 * (place % 5), usdPerStep };
  const contender = model(name, pace, hosts[place % hosts.length]);
  if (place % 5 !== 4) return contender;
  const door = place % 2 === 0 ? 'mcp' : 'cdp';
  return { ...contender, kind: 'agent', adapter: `example-agent-${place}`, door };
}

const frames: readonly Contender[] = [
  frame('oracle', 'oracle', 6),
  frame('baseline', 'keyword', -1.6),
  frame('baseline', 'random', -2.6),
  frame('control', 'noop', -40),
];

function frame(kind: 'oracle' | 'baseline' | 'control', adapter: string, skill: number): Contender {
  const decides = { kind, adapter, door: 'none', model: null, price: null } as const;
  return {
    ...decides,
    server: servers.playwright,
    skill,
    gain: 0,
    usdPerStep: 0,
    msPerStep: 500,
    bytesPerCall: 1400,
  };
}
