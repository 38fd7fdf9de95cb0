/** @typedef {import('../../../../results/records/skill-run.ts').TrialSummary} TrialSummary */

/**
 * A condition's result over k trials of a task: the mean over the tasks with at least k trials.
 * @typedef {{ k: number, once: number, all: number, tasks: number }} TrialMean
 */

/**
 * The means of a condition for some k up to the most trials of a task; empty if no task has several trials.
 * @param {readonly TrialSummary[]} trials
 * @param {string} condition
 * @returns {TrialMean[]}
 */
export function trialMeans(trials, condition) {
  const those = trials.filter((each) => each.condition_id === condition);
  return shownK(Math.max(0, ...trials.map((each) => each.trials))).flatMap((k) => {
    const tried = those.filter((each) => each.trials >= k);
    if (tried.length === 0) return [];
    const mean = (/** @type {'pass_at_k' | 'pass_hat_k'} */ field) =>
      tried.reduce((sum, each) => sum + (each[field][k] ?? 0), 0) / tried.length;
    return [{ k, once: mean('pass_at_k'), all: mean('pass_hat_k'), tasks: tried.length }];
  });
}

/**
 * As many k as fit beside each other: a hundred trials are possible.
 * @param {number} most
 */
function shownK(most) {
  const few = [1, 2, 3, 5, 10].filter((k) => k < most);
  return most === 0 ? [] : [...few, most];
}
