import { before, daysLater, money, spokenDay, spokenMonth } from '../moments.ts';
import { addressOf } from '../plot.ts';
import type { Scene, Setting, Story } from '../scene.ts';
import senders from '../words/invoices.json' with { type: 'json' };

type Sender = (typeof senders)[number];

/** One invoice a month from each sender. One of them was wrong and is sent again with another amount. */
export const invoices: Scene = {
  id: 'invoices',
  stories: (setting) =>
    senders.flatMap((sender) => {
      let last = setting.random.int(2040, 8900);
      const wrong = setting.random.int(1, sender.count - 1);
      return Array.from({ length: sender.count }, (_, index) => {
        last -= setting.random.int(3, 9);
        return billOf(setting, sender, index, `${sender.prefix}-${last}`, index === wrong);
      });
    }),
};

function billOf(
  { world, random, me }: Setting,
  sender: Sender,
  index: number,
  number: string,
  wrong: boolean,
): Story {
  const age = sender.latest + index * 30 + random.int(0, 2);
  const minutes = random.int(300, 560);
  const at = before(world.now, age, minutes);
  const positions = random.sample(sender.positions, random.int(2, sender.positions.length)).map((name) => ({
    name,
    cents: random.int(310, 5900),
  }));
  const due = spokenDay(daysLater(at, 14));
  const file = (rows: typeof positions, name: string) => ({
    name: `${name}.csv`,
    type: 'text/csv' as const,
    text: `${['position,amount', ...rows.map((row) => `${row.name},${money(row.cents)}`), `total,${money(sum(rows))}`].join('\n')}\n`,
  });
  const letter = (rows: typeof positions, named: string, opening: string) => ({
    from: { name: sender.name, email: sender.email },
    to: [addressOf(me)],
    text: `Dear ${me.name},\n\n${opening}\n\nInvoice number: ${named}\nFor: ${spokenMonth(at)}\nAmount: ${money(sum(rows))}\nDue: ${due}\n\n${sender.closing}\n\n${sender.name}`,
    files: [file(rows, named)],
  });
  const mended = positions.map((row, place) => (place === 0 ? { ...row, cents: row.cents + 270 } : row));
  const isOld = age > 45;
  return {
    key: `${sender.email}-${index}`,
    subject: `Invoice ${number} for ${spokenMonth(at)}`,
    folder: isOld ? 'archive' : 'inbox',
    labels: isOld ? ['bills'] : [],
    starred: false,
    unread: age < 10 && random.chance(0.5),
    lines: [
      { ...letter(positions, number, sender.opening), at },
      ...(wrong
        ? [
            {
              ...letter(
                mended,
                `${number}-B`,
                `Our invoice ${number} was wrong. This one takes its place; please do not pay the first.`,
              ),
              at: before(world.now, Math.max(0, age - 3), minutes + 44),
            },
          ]
        : []),
    ],
  };
}

const sum = (rows: readonly { cents: number }[]) => rows.reduce((total, { cents }) => total + cents, 0);
