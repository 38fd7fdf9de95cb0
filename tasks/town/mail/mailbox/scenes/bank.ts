import { before, daysLater, money, spokenMonth } from '../moments.ts';
import { addressOf } from '../plot.ts';
import type { Scene, Story } from '../scene.ts';
import words from '../words/bank.json' with { type: 'json' };

/** A monthly bank statement, with a table of transactions. */
export const bank: Scene = {
  id: 'bank',
  stories: ({ world, me, random }) =>
    Array.from({ length: 6 }, (_, index): Story => {
      const at = before(world.now, 10 + index * 30, 362);
      const rows = Array.from({ length: random.int(7, 12) }, () => ({
        date: daysLater(at, -random.int(1, 28)).slice(0, 10),
        what: random.pick(words.payments),
        cents: random.int(450, 18_900),
      })).sort((one, other) => (one.date < other.date ? -1 : 1));
      const spent = rows.reduce((total, { cents }) => total + cents, 0);
      const month = spokenMonth(daysLater(at, -12));
      const lines = rows.map(({ date, what, cents }) => `${date},${what},${money(cents)}`);
      return {
        key: `bank-${index}`,
        subject: `Your statement for ${month}`,
        folder: index < 2 ? 'inbox' : 'archive',
        labels: index < 2 ? [] : ['bills'],
        starred: false,
        unread: index === 0,
        lines: [
          {
            from: words.sender,
            to: [addressOf(me)],
            at,
            text: `Dear ${me.name},\n\nyour statement for ${month} is attached. ${rows.length} payments went out, ${money(spent)} in all.\n\n${words.closing}\n\n${words.sender.name}`,
            files: [
              {
                name: `statement-${daysLater(at, -12).slice(0, 7)}.csv`,
                type: 'text/csv',
                text: `${['date,payment,amount', ...lines].join('\n')}\n`,
              },
            ],
          },
        ],
      };
    }),
};
