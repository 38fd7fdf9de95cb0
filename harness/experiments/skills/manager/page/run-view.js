import { element, localTime, percent, points, signed, svgElement, table } from './elements.js';
import { domains, trials } from './trials-view.js';

/** @typedef {import('../../../../results/records/skill-run.ts').SkillRun} SkillRun */

/**
 * Everything about one run, made only from its record.
 * @param {string} runId
 * @param {SkillRun} run
 */
export function runView(runId, run) {
  const { suite } = run.run.metadata;
  return element(
    'section',
    { 'aria-labelledby': 'view-heading', 'data-run': runId },
    element(
      'h2',
      { id: 'view-heading', tabindex: '-1' },
      `${suite ?? run.run.config_path} `,
      element('span', { class: 'id' }, runId),
    ),
    run.incomplete && element('p', { class: 'message' }, 'This run was interrupted: results are missing.'),
    facts(run),
    element(
      'ul',
      { class: 'cards', 'aria-label': 'Pass rates' },
      ...run.conditions.map(({ id }) => card(run, id)),
    ),
    comparisons(run),
    domains(run),
    matrix(run),
    trials(run),
    errors(run),
    failures(run),
  );
}

/** @param {SkillRun} run */
function facts({ created_at: createdAt, run, provenance }) {
  /** @type {[string, Node | string | null | undefined][]} */
  const pairs = [
    ['Config', run.config_path],
    ['Created', run.deterministic ? null : localTime(createdAt)],
    ['Deterministic', run.deterministic ? 'yes' : 'no'],
    ['Commit', run.git_commit && `${run.git_commit}${provenance?.git_dirty ? ' (changed since)' : ''}`],
    ['Seed', String(run.seed)],
    ['Retries', String(run.retries)],
    ['Model', run.metadata.model_label],
    ['Environment', run.metadata.environment_label],
  ];
  return element(
    'dl',
    { class: 'facts' },
    ...pairs.map(
      ([name, value]) => value && element('div', {}, element('dt', {}, name), element('dd', {}, value)),
    ),
  );
}

/**
 * @param {SkillRun} run
 * @param {string} id
 */
function card(run, id) {
  const aggregate = run.aggregates[id];
  if (!aggregate || aggregate.sample_count === 0)
    return element(
      'li',
      { class: 'card' },
      element('h3', {}, id),
      element('p', { class: 'quiet' }, 'no results'),
    );
  const { pass_rate: rate, pass_count: passed, sample_count: total, avg_duration_ms: durationMs } = aggregate;
  const { low, high } = aggregate.confidence_95;
  return element(
    'li',
    { class: 'card', 'data-condition': id },
    element('h3', {}, id),
    element('p', { class: 'rate' }, percent(rate)),
    scale(rate, low, high),
    element('p', { class: 'quiet interval' }, `95 % interval ${percent(low)} to ${percent(high)}`),
    element('p', { class: 'quiet interval' }, `${passed} of ${total} passed`),
    !run.run.deterministic &&
      element('p', { class: 'quiet interval' }, `${durationMs.toFixed(1)} ms on average`),
  );
}

/**
 * The interval on a scale from 0 to 100 %; the text below it has the same numbers.
 * @param {number} rate
 * @param {number} low
 * @param {number} high
 */
function scale(rate, low, high) {
  const x = (/** @type {number} */ share) => (share * 200).toFixed(2);
  return svgElement(
    'svg',
    { class: 'scale', viewBox: '0 0 200 16', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    svgElement('rect', { class: 'all', x: '0', y: '4', width: '200', height: '8' }),
    svgElement('rect', { class: 'range', x: x(low), y: '4', width: x(high - low), height: '8' }),
    svgElement('rect', { class: 'point', x: x(Math.min(rate, 0.985)), y: '0', width: '3', height: '16' }),
  );
}

/** @param {SkillRun} run */
function comparisons({ deltas, significance = {} }) {
  const names = new Set([...Object.keys(deltas), ...Object.keys(significance)]);
  const rows = [...names].flatMap((name) => {
    const delta =
      name === 'curated_vs_no_skill' || name === 'self_generated_vs_no_skill' ? deltas[name] : null;
    const found = significance[name];
    if (!delta && !found) return [];
    return [
      [
        `${(delta ?? found)?.target_condition_id} vs ${(delta ?? found)?.baseline_condition_id}`,
        delta ? points(delta.pass_rate_delta) : '–',
        found ? `${points(found.difference_95.low)} to ${points(found.difference_95.high)}` : '–',
        delta ? signed(delta.pass_count_delta) : '–',
        found ? `${found.wins} / ${found.losses} / ${found.ties}` : '–',
        found ? probability(found.mcnemar_p) : '–',
        found ? probability(found.holm_p) : '–',
        found ? { content: verdictText(found), kind: found.verdict } : '–',
      ],
    ];
  });
  const heads = [
    'Comparison',
    'Difference, points',
    '95 % interval',
    'Passes',
    'Wins / losses / ties',
    'p (McNemar)',
    'p (Holm)',
    'Verdict',
  ];
  return rows.length > 0 && table('Differences between the conditions, task by task', heads, rows);
}

/** @param {number} p */
function probability(p) {
  return p < 0.0001 ? '< 0.0001' : p.toFixed(4);
}

/** @param {NonNullable<SkillRun['significance']>[string]} found */
function verdictText({ verdict, smallest_p: smallest }) {
  return verdict === 'inconclusive' && smallest >= 0.05
    ? `inconclusive: so few tasks can't reach p < 0.05 (${probability(smallest)} at best)`
    : verdict;
}

/** @param {SkillRun} run */
function matrix({ conditions, tasks, results }) {
  const rows = tasks.map(({ id, domain }) => [
    { content: element('div', {}, id, element('span', { class: 'interval' }, domain)) },
    ...conditions.map((condition) =>
      outcome(results.filter((each) => each.task_id === id && each.condition_id === condition.id)),
    ),
  ]);
  return table('Tasks under each condition', ['Task', ...conditions.map(({ id }) => id)], rows);
}

/** @param {SkillRun['results']} results of one task under one condition, one for each trial */
function outcome(results) {
  const [first] = results;
  if (!first) return { content: 'not run', kind: 'quiet' };
  const passes = results.filter(({ passed }) => passed).length;
  if (results.length > 1)
    return {
      content: `${passes} of ${results.length}`,
      kind: passes === results.length ? 'passed' : passes === 0 ? 'failed' : 'quiet',
    };
  return first.passed
    ? { content: 'passed', kind: 'passed' }
    : { content: `failed: ${first.error_category}`, kind: 'failed' };
}

/** @param {SkillRun} run */
function errors({ conditions, error_breakdown: breakdown }) {
  const categories = [...new Set(Object.values(breakdown).flatMap((counts) => Object.keys(counts)))].sort();
  const counted = categories.filter((name) =>
    Object.values(breakdown).some((counts) => (counts[name] ?? 0) > 0),
  );
  if (counted.length === 0) return element('p', {}, 'No attempt failed.');
  const rows = counted.map((name) => [
    name,
    ...conditions.map(({ id }) => String(breakdown[id]?.[name] ?? 0)),
  ]);
  return table('Error categories', ['Category', ...conditions.map(({ id }) => id)], rows);
}

/** @param {SkillRun} run */
function failures({ results }) {
  const failed = results.filter(({ passed }) => !passed);
  if (failed.length === 0) return null;
  const rows = failed.map((result) => [
    result.task_id,
    result.condition_id,
    result.error_category,
    [result.error_message, result.stdout_excerpt, result.stderr_excerpt].filter(Boolean).join('\n') || '–',
    String(result.attempts),
  ]);
  return element(
    'details',
    {},
    element('summary', {}, 'Failed attempts and their messages'),
    table('Failed attempts', ['Task', 'Condition', 'Category', 'Message', 'Attempts'], rows),
  );
}
