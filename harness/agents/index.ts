import { UserError } from '../platform/errors/user-error.ts';
import { thereIs } from '../platform/words/known-names.ts';
import { keyword } from './baselines/keyword.ts';
import { labels } from './baselines/labels.ts';
import { random } from './baselines/random.ts';
import type { BuiltInAgentKind, BuiltInAgentMaker } from './built-in-agent.ts';
import { answerOnly } from './controls/answer-only.ts';
import { cheat } from './controls/cheat.ts';
import { dataUrl } from './controls/data-url.ts';
import { file } from './controls/file.ts';
import { fileUrl } from './controls/file-url.ts';
import { fulfil } from './controls/fulfil.ts';
import { guessAddresses } from './controls/guess-addresses.ts';
import { listAll } from './controls/list-all.ts';
import { noop } from './controls/noop.ts';
import { postGoal } from './controls/post-goal.ts';
import { serviceWorker } from './controls/service-worker.ts';
import { spoof } from './controls/spoof.ts';
import { spoofFetch } from './controls/spoof-fetch.ts';
import { spoofNetwork } from './controls/spoof-network.ts';
import { startUrl } from './controls/start-url.ts';
import { storage } from './controls/storage.ts';
import { visitLeaveForge } from './controls/visit-leave-forge.ts';
import { localModel } from './models/local/local-model.ts';
import { modelAgents } from './models/model-adapter.ts';
import { oracle } from './oracle.ts';
import { replay } from './replay.ts';
import { script } from './script.ts';

export const builtInAgents: readonly BuiltInAgentMaker[] = [
  replay,
  script,
  oracle,
  random,
  keyword,
  labels,
  noop,
  ...modelAgents,
  localModel,
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
  postGoal,
  file,
  cheat,
];

/** Finds a built-in agent by id or alias. Throws `UserError`. */
export function findBuiltInAgent(id: string): BuiltInAgentMaker {
  const adapter = builtInAgents.find((each) => each.id === id || each.aliases.includes(id));
  if (!adapter)
    throw new UserError(
      `--adapter: unknown adapter "${id}"; ${thereIs(
        id,
        builtInAgents.map((each) => each.id),
      )}`,
    );
  return adapter;
}

export function builtInAgentsOf(kind: BuiltInAgentKind): readonly BuiltInAgentMaker[] {
  return builtInAgents.filter((each) => each.kind === kind);
}

/** The ids of the vendors' agents for a sentence: `claude or openai`. */
export const modelAgentNames: string = new Intl.ListFormat('en', { type: 'disjunction' }).format(
  builtInAgentsOf('model').map(({ id }) => id),
);

/** The name of a built-in agent in `bench episode`: OpenChrome's name if it has one, else the id. */
export function openchromeAgent(id: string): string {
  return builtInAgents.find((each) => each.id === id)?.aliases[0] ?? id;
}
