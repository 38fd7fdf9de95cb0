import type { Floor, Room } from '../law.ts';

/** The rooms of one floor, by their folders. */
export function defineFloor(
  floor: Floor,
  rooms: Readonly<Record<string, Omit<Room, 'floor'>>>,
): Readonly<Record<string, Room>> {
  return Object.fromEntries(Object.entries(rooms).map(([name, room]) => [name, { floor, ...room }]));
}
