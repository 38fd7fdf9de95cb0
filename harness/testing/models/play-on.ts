import { noModelOptions, noOptions } from '../../agents/built-in-agent.ts';
import { findBuiltInAgent } from '../../agents/index.ts';
import { startVendor, type Vendor } from '../model-apis/start-vendor.ts';
import type { Script } from '../model-apis/wire/script.ts';
import { type PlayedEpisode, type Playing, play } from '../play.ts';
import { price, reached, webOfModel } from './model-play.ts';
import { type Way, ways } from './ways.ts';

export type PlayedOn = PlayedEpisode & { vendor: Vendor; way: Way; rules: string[]; refusal: string | null };

/** Plays one episode with our own loop on an API that refuses what the vendor refuses; `rules` are those it broke. */
export async function playOn(
  dialect: string,
  script: Script,
  playing: Partial<Playing> = {},
): Promise<PlayedOn> {
  const way = ways[dialect];
  if (!way) throw new Error(`nothing is known of ${dialect}`);
  await using vendor = await startVendor(dialect, script);
  const adapter = await findBuiltInAgent(way.adapter).make({
    ...noOptions,
    env: { OPENCHROME_BENCH_REAL: '1', ...way.env(vendor) },
    model: { ...noModelOptions, name: way.model, price },
  });
  const played = await play({ web: webOfModel, success: reached, ...playing, adapter });
  const rules = vendor.requests.flatMap(({ refused }) => refused ?? []);
  return { ...played, vendor, way, rules, refusal: adapter.spending?.refusal() ?? null };
}
