import { type Experiment, shareOf } from './experiment.ts';
import { normal } from './simulated-runs.ts';

/** Standard deviations of logarithms over the tasks: one server's answers, and their ratio to another server's. */
const spread = { answers: 0.85, ratio: 0.4 };

export const tokensWords =
  'The tokens of the answers are log-normal from task to task, and so is the ratio of two servers. The standard deviations of ' +
  `the logarithms are ${spread.answers} and ${spread.ratio}, close to the medians of the first measured servers and of their pairs over the tasks of Web-10 and Test pages-13.`;

export const serversMethod =
  'The tool list once, and the mean of the answers over the tasks that every server passed, suite by suite. The same calls get the same ' +
  'answers, apart from times and ids in them. So on these tasks the number has no interval. On another draw of such tasks the order may be reversed.';

/** How much two servers differ on all tasks like these, and the required share of correct orders. */
const ratios: [number, number | null][] = [
  [1.1, null],
  [1.25, null],
  [1.5, 0.95],
  [2, 0.99],
];

/** How often the server that is shown with fewer tokens has fewer on tasks like these. */
export function serverExperiments(): Experiment[] {
  return [10, 13, 40].flatMap((tasks) =>
    ratios.map(([ratio, least]) =>
      shareOf(
        {
          claim: `if the answers of two servers differ ${ratio} times, the server shown with fewer tokens has fewer`,
          ...{ tasks, trials: 1, rows: 2, commits: null, difficulty: 'tokens' as const },
          required: least === null ? null : { bound: 'at least', value: least },
        },
        (random) => {
          let more = 0;
          for (let task = 0; task < tasks; task++) {
            const tokens = Math.exp(spread.answers * normal(random));
            // Its mean is `ratio`.
            const times = ratio * Math.exp(spread.ratio * normal(random) - spread.ratio ** 2 / 2);
            more += tokens * (times - 1);
          }
          return more > 0;
        },
      ),
    ),
  );
}
