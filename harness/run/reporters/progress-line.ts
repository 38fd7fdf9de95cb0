import { isSet } from '../../platform/process/switches.ts';
import type { Result } from '../../results/records/result.ts';
import type { Plan } from '../plan.ts';

/** One line at the foot of a terminal: what is playing, how it stands, what is left. Silent elsewhere and in CI. */
export function progressLine({ runs }: Plan, stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv) {
  const live = stream.isTTY === true && !isSet(env.CI) && env.TERM !== 'dumb';
  const total = runs.reduce((sum, { scheduled }) => sum + scheduled.length, 0);
  const playing = new Set<string>();
  const startedAt = performance.now();
  let passed = 0;
  let failed = 0;
  let usd: number | null = null;
  let ended = false;

  const text = () => {
    const done = passed + failed;
    const perEpisode = (performance.now() - startedAt) / Math.max(done, 1);
    const left = done === 0 ? '' : `, about ${Math.ceil((perEpisode * (total - done)) / 1000)} s left`;
    const money = usd === null ? '' : `, ${usd.toFixed(2)} USD`;
    const line = `${done}/${total}  ${passed} passed, ${failed} not${money}${left}  ${[...playing].join(', ')}`;
    return line.slice(0, Math.max(20, (stream.columns ?? 80) - 1));
  };
  const clear = () => {
    if (live) stream.write('\r\x1b[2K');
  };
  const draw = () => {
    if (live && !ended) stream.write(`\r\x1b[2K${text()}`);
  };
  return {
    clear,
    draw,
    playing: (taskId: string) => {
      playing.add(taskId);
      draw();
    },
    played: ({ taskId, success, usd: cost }: Result) => {
      playing.delete(taskId);
      if (success) passed += 1;
      else failed += 1;
      if (cost !== null) usd = (usd ?? 0) + cost;
    },
    end: () => {
      clear();
      ended = true;
    },
  };
}
