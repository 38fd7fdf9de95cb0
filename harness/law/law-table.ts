import type { Floor, Law, Room } from './law.ts';

const floors: readonly Floor[] = ['roof', 'verbs', 'play', 'what is played', 'pure', 'ground', 'beside'];

/** The law as the tables of docs/architecture.md: floors from the roof down, then the doors of the vendors. */
export function lawTable({ rooms, doors }: Law): string[] {
  const ordered = floors.flatMap((floor) => Object.entries(rooms).filter(([, room]) => room.floor === floor));
  return [
    '| floor | room | does | may import | vendors |',
    '|---|---|---|---|---|',
    ...ordered.map(
      ([name, room]) => `| ${[room.floor, `\`${name}\``, room.does, ...permissions(room)].join(' | ')} |`,
    ),
    '',
    '| vendor | may be imported in |',
    '|---|---|',
    ...Object.entries(doors).map(([vendor, files]) => `| \`${vendor}\` | ${list(files)} |`),
  ];
}

function permissions({ free, pure, rooms, vendors = [] }: Room): string[] {
  if (free) return ['everything', 'all'];
  const short = rooms.map((room) => room.replace(/^harness\//, ''));
  return [`${list(short) || 'nothing'}${pure ? '; pure' : ''}`, list(vendors) || 'none'];
}

function list(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
