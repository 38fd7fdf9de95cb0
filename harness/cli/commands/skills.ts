import { choiceOr, on, requiredText, text } from '../../platform/flags.ts';
import { runFlags } from '../../run/plan-options.ts';
import { type CommandGroup, defineCommand } from './command.ts';

const format = choiceOr('table', ['json', 'table'], '<format>', 'the format of the output');
const config = requiredText('<file>', 'the file of the suite, in YAML or JSON');
const strict = on('unknown keys in the file are errors');

const onlyEpisodes = 'a condition whose skill text has no content (only in suites of episode tasks)';
const placebo = on(`also run a placebo: ${onlyEpisodes}`);
const leak = 'a skill contains a text that a contract checks for';
const allowLeak = on(`continue if ${leak}, and record this in the run`);

const { model, baseUrl, keyFile, maxUsd, maxUsdTotal, maxTokens, context, effort } = runFlags;
const { priceIn, priceOut, priceCacheWrite, priceCacheRead, dryRun } = runFlags;
/** Options of the model that episodes ask, as in the command `run`. */
const asking = {
  ...{ model, baseUrl, keyFile, maxUsd, maxUsdTotal, maxTokens, context, effort },
  ...{ priceIn, priceOut, priceCacheWrite, priceCacheRead },
};

const run = defineCommand({
  name: 'run',
  summary: 'run a suite of tasks under each of its conditions, such as with and without a skill',
  arguments: {},
  options: {
    config,
    format,
    out: text('<file>', 'the file for the complete record of the run, as JSON'),
    deterministic: on(
      'leave out clock times, durations and excerpts, so that the output has the same bytes each time',
    ),
    gate: text(
      '<gate>',
      'the requirement for the result: no-regression, significant or min-pass-rate=<0..1>; exit 3 if the result does not meet it',
    ),
    junit: text('<file>', 'the file for a JUnit report'),
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
  summary: 'print the report of a stored run, with its numbers computed again',
  arguments: {},
  options: {
    input: requiredText('<file>', 'a file that `skills run --out` wrote'),
    format,
    out: text('<file>', 'the file for the report, in place of standard output'),
  },
  run: async (values) => {
    const { reportSkillRun } = await import('../report-skill-run.ts');
    return reportSkillRun(values);
  },
});

const validate = defineCommand({
  name: 'validate',
  summary: 'list all errors that prevent a run of the suite',
  arguments: {},
  options: {
    config,
    strict,
    placebo: on(`also validate the suite with a placebo: ${onlyEpisodes}`),
    allowLeak: on(`report no error if ${leak}`),
    ...asking,
  },
  run: async (values, context) => {
    const { checkSkillSuite } = await import('../run-skill-suite.ts');
    return checkSkillSuite(values, context);
  },
});

const summary = 'measure whether a skill helps, by playing the same tasks with and without it';
const commands = [run, report, validate];

/** SkillVault fixed the exit codes: 1 for the words of the command line, 2 for a bad file, 3 for the gate. */
export const skills: CommandGroup = {
  name: 'skills',
  summary,
  usageExitCode: 1,
  // SkillVault's own command line says `bench` first.
  commands: [...commands, { name: 'bench', summary, commands, hidden: true }],
};
