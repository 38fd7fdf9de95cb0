import { amount, integer } from '../platform/flags.ts';

/** The budgets of a judged server, as `gate` and `judge-report` take them. */
export const budgetFlags = {
  maxToolTokens: integer('<n>', 'fail if the tool list of the server has more tokens, or an unknown number', {
    min: 1,
    max: 1e7,
  }),
  maxAnswerRatio: amount(
    '<factor>',
    'fail if the answers of the tasks that passed have more bytes than this factor times the bytes of their recorded answers, or an unknown number',
    { above: 0, max: 1e9 },
  ),
};
