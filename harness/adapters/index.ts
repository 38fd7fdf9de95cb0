import { UserError } from '../errors/user-error.ts';
import { thereIs } from '../words/known-names.ts';
import type { AdapterKind, AdapterMaker } from './adapter.ts';
import { answerOnly } from './answer-only.ts';
import { cheat } from './cheat.ts';
import { claude } from './claude.ts';
import { dataUrl } from './data-url.ts';
import { file } from './file.ts';
import { fileUrl } from './file-url.ts';
import { fulfil } from './fulfil.ts';
import { gemini } from './gemini.ts';
import { guessAddresses } from './guess-addresses.ts';
import { keyword } from './keyword.ts';
import { labels } from './labels.ts';
import { listAll } from './list-all.ts';
import { noop } from './noop.ts';
import { openai } from './openai.ts';
import { oracle } from './oracle.ts';
import { random } from './random.ts';
import { replay } from './replay.ts';
import { script } from './script.ts';
import { serviceWorker } from './service-worker.ts';
import { spoof } from './spoof.ts';
import { spoofFetch } from './spoof-fetch.ts';
import { spoofNetwork } from './spoof-network.ts';
import { startUrl } from './start-url.ts';
import { storage } from './storage.ts';
import { visitLeaveForge } from './visit-leave-forge.ts';

export const adapters: readonly AdapterMaker[] = [
  replay,
  script,
  oracle,
  random,
  keyword,
  labels,
  noop,
  claude,
  openai,
  gemini,
  startUrl,
  dataUrl,
  fileUrl,
  spoof,
  spoofNetwork,
  spoofFetch,
  visitLeaveForge,
  fulfil,
  serviceWorker,
  answerOnly,
  listAll,
  storage,
  guessAddresses,
  file,
  cheat,
];

/** By its id or an alias. Throws `UserError`. */
export function findAdapter(id: string): AdapterMaker {
  const adapter = adapters.find((each) => each.id === id || each.aliases.includes(id));
  if (!adapter)
    throw new UserError(
      `--adapter: unknown adapter "${id}"; ${thereIs(
        id,
        adapters.map((each) => each.id),
      )}`,
    );
  return adapter;
}

export function adaptersOf(kind: AdapterKind): readonly AdapterMaker[] {
  return adapters.filter((each) => each.kind === kind);
}

/** The adapters of vendors for a sentence: `claude or openai`. */
export const modelAdapterNames: string = new Intl.ListFormat('en', { type: 'disjunction' }).format(
  adaptersOf('model').map(({ id }) => id),
);

/** What `bench episode` calls an adapter: the name that OpenChrome fixed, where it fixed one. */
export function openchromeAdapter(id: string): string {
  return adapters.find((each) => each.id === id)?.aliases[0] ?? id;
}
