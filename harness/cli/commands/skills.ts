import { choiceOr, on, requiredText, text } from '../../platform/flags.ts';
import { runFlags } from '../../run/plan-options.ts';
import { type CommandGroup, defineCommand } from './command.ts';

const format = choiceOr('table', ['json', 'table'], '<format>', 'what is printed');
const config = requiredText('<file>', 'the suite, YAML or JSON');
const strict = on('unknown keys are mistakes');

const placebo = on('also run a condition whose text says nothing (suites of episode tasks)');
const allowLeak = on('go on where a bundle holds what a contract looks for, and record it');

const { model, baseUrl, keyFile, maxUsd, maxUsdTotal, maxTokens, effort } = runFlags;
const { priceIn, priceOut, priceCacheWrite, priceCacheRead, dryRun } = runFlags;
/** Options of the model that episodes ask, as in the command `run`. */
const asking = {
  ...{ model, baseUrl, keyFile, maxUsd, maxUsdTotal, maxTokens, effort },
  ...{ priceIn, priceOut, priceCacheWrite, priceCacheRead },
};

const run = defineCommand({
  name: 'run',
  summary: 'run a suite under its conditions',
  arguments: {},
  options: {
    config,
    format,
    out: text('<file>', 'where the whole record goes, as JSON'),
    deterministic: on('the same bytes each time: no clock, no durations, no excerpts'),
    gate: text('<gate>', 'no-regression, significant or min-pass-rate=<0..1>; exit 3 where it does not hold'),
    junit: text('<file>', 'where a JUnit report goes'),
    strict,
    placebo,
    allowLeak,
    ...asking,
    dryRun,
  },
  run: async (values, context) => {
    const { runSkillSuite } = await import('../run-skill-suite.ts');
    return runSkillSuite(values, context);
  },
});

const report = defineCommand({
  name: 'report',
  summary: 'the report of a stored run, its numbers computed anew',
  arguments: {},
  options: {
    input: requiredText('<file>', 'a run, as `run --out` wrote it'),
    format,
    out: text('<file>', 'where it goes instead of standard output'),
  },
  run: async (values) => {
    const { reportSkillRun } = await import('../report-skill-run.ts');
    return reportSkillRun(values);
  },
});

const validate = defineCommand({
  name: 'validate',
  summary: 'all mistakes of a suite that would keep it from being run',
  arguments: {},
  options: { config, strict, placebo, allowLeak, ...asking },
  run: async (values, context) => {
    const { checkSkillSuite } = await import('../run-skill-suite.ts');
    return checkSkillSuite(values, context);
  },
});

const summary = 'does a skill help? The same tasks with and without it';
const commands = [run, report, validate];

/** SkillVault fixed the exit codes: 1 for the words of the command line, 2 for a bad file, 3 for the gate. */
export const skills: CommandGroup = {
  name: 'skills',
  summary,
  usageExitCode: 1,
  // SkillVault's own command line says `bench` first.
  commands: [...commands, { name: 'bench', summary, commands, hidden: true }],
};
