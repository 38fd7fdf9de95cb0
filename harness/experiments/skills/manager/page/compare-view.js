import { element, percent, points, table } from './elements.js';

/** @typedef {import('../../../../results/records/skill-run.ts').SkillRun} SkillRun */
/** @typedef {{ runId: string, run: SkillRun }} Named */

/**
 * The second run beside the first one.
 * @param {Named} first
 * @param {Named} second
 */
export function compareView(first, second) {
  return element(
    'section',
    { 'aria-labelledby': 'view-heading', 'data-run': `${first.runId} ${second.runId}` },
    element(
      'h2',
      { id: 'view-heading', tabindex: '-1' },
      'Comparison of ',
      element('span', { class: 'id' }, first.runId),
      ' (A) with ',
      element('span', { class: 'id' }, second.runId),
      ' (B)',
    ),
    first.run.run.config_path !== second.run.run.config_path &&
      element('p', { class: 'message' }, 'These are runs of different configs.'),
    rates(first.run, second.run),
    changes(first.run, second.run),
  );
}

/**
 * @param {SkillRun} a
 * @param {SkillRun} b
 */
function rates(a, b) {
  const ids = [...new Set([...a.conditions, ...b.conditions].map(({ id }) => id))];
  const rows = ids.map((id) => {
    const before = a.aggregates[id];
    const after = b.aggregates[id];
    return [
      id,
      rateOf(before),
      rateOf(after),
      before && after ? points(after.pass_rate - before.pass_rate) : '–',
    ];
  });
  return table('Pass rates, with their 95 % intervals', ['Condition', 'A', 'B', 'B against A, points'], rows);
}

/** @param {SkillRun['aggregates'][string] | undefined} aggregate */
function rateOf(aggregate) {
  if (!aggregate) return '–';
  const { low, high } = aggregate.confidence_95;
  return `${percent(aggregate.pass_rate)} (${percent(low)} to ${percent(high)})`;
}

/**
 * @param {SkillRun} a
 * @param {SkillRun} b
 */
function changes(a, b) {
  const before = passesOf(a);
  const after = passesOf(b);
  const rows = [...new Set([...before.keys(), ...after.keys()])]
    .filter((key) => before.get(key)?.text !== after.get(key)?.text)
    .map((key) => {
      const { task, condition } = before.get(key) ?? after.get(key) ?? { task: '', condition: '' };
      return [task, condition, before.get(key)?.text ?? 'not run', after.get(key)?.text ?? 'not run'];
    });
  if (rows.length === 0) return element('p', {}, 'Every task had the same outcome in both runs.');
  return table('Tasks with different outcomes', ['Task', 'Condition', 'A', 'B'], rows);
}

/** @param {SkillRun} run */
function passesOf({ results }) {
  /** @type {Map<string, { task: string, condition: string, text: string }>} */
  const outcomes = new Map();
  const groups = Map.groupBy(results, (each) => JSON.stringify([each.task_id, each.condition_id]));
  for (const [key, [first, ...others]] of groups) {
    if (!first) continue;
    const passes = [first, ...others].filter(({ passed }) => passed).length;
    const single = first.passed ? 'passed' : first.error_category;
    const text = others.length === 0 ? single : `${passes} of ${others.length + 1}`;
    outcomes.set(key, { task: first.task_id, condition: first.condition_id, text });
  }
  return outcomes;
}
