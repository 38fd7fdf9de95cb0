import { element, percent, table } from './elements.js';
import { trialMeans } from './trial-means.js';

/** @typedef {import('../../../../results/records/skill-run.ts').SkillRun} SkillRun */

/**
 * Pass rates of each domain under each condition; null for a record without them.
 * @param {SkillRun} run
 */
export function domains({ by_domain: byDomain, conditions }) {
  if (!byDomain || Object.keys(byDomain).length === 0) return null;
  const rows = Object.entries(byDomain).map(([domain, counts]) => [
    domain,
    ...conditions.map(({ id }) => {
      const found = counts[id];
      if (!found || found.sample_count === 0) return { content: 'not run', kind: 'quiet' };
      const { pass_rate: rate, pass_count: passed, sample_count: total } = found;
      return {
        content: element(
          'div',
          {},
          percent(rate),
          element('span', { class: 'interval' }, `${passed} of ${total} passed`),
        ),
      };
    }),
  ]);
  return table('By domain', ['Domain', ...conditions.map(({ id }) => id)], rows);
}

/**
 * Results over several trials of a task, and the tasks that passed in some of them only.
 * @param {SkillRun} run
 */
export function trials({ trials: summaries = [], flaky, conditions }) {
  if (!flaky) return null;
  if (summaries.length === 0)
    return element(
      'p',
      { class: 'quiet' },
      'No task has more than one trial, so flaky tasks are unknown. Set execution.trials in the config for more trials.',
    );
  return element(
    'div',
    {},
    meansTable('At least one of k trials passes (pass@k)', 'once', summaries, conditions),
    meansTable('All of k trials pass (pass^k)', 'all', summaries, conditions),
    flaky.length === 0
      ? element('p', {}, 'No task passed in some trials and not in others.')
      : flakyTable(flaky, summaries),
  );
}

/**
 * @param {string} caption
 * @param {'once' | 'all'} field
 * @param {NonNullable<SkillRun['trials']>} summaries
 * @param {SkillRun['conditions']} conditions
 */
function meansTable(caption, field, summaries, conditions) {
  const means = conditions.map(({ id }) => ({ id, of: trialMeans(summaries, id) }));
  const ks = [...new Set(means.flatMap(({ of }) => of.map(({ k }) => k)))].sort((a, b) => a - b);
  const most = Math.max(...means.flatMap(({ of }) => of.map(({ tasks }) => tasks)));
  const rows = means.map(({ id, of }) => [
    id,
    ...ks.map((k) => {
      const found = of.find((each) => each.k === k);
      if (!found) return { content: 'not run', kind: 'quiet' };
      const few =
        found.tasks < most && element('span', { class: 'interval' }, `over ${found.tasks} of ${most} tasks`);
      return { content: element('div', {}, percent(found[field]), few) };
    }),
  ]);
  return table(`${caption}, mean over the tasks`, ['Condition', ...ks.map((k) => `k = ${k}`)], rows);
}

/**
 * @param {NonNullable<SkillRun['flaky']>} flaky
 * @param {NonNullable<SkillRun['trials']>} summaries
 */
function flakyTable(flaky, summaries) {
  const rows = flaky.map(({ condition_id: condition, task_id: task }) => {
    const found = summaries.find((each) => each.condition_id === condition && each.task_id === task);
    return [task, condition, found ? `${found.passes} of ${found.trials}` : '–'];
  });
  return table('Flaky tasks: passed in some trials only', ['Task', 'Condition', 'Trials passed'], rows);
}
